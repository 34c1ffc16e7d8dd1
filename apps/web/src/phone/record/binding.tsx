import { type DeviceStatus, deviceCheckNumber, deviceLimits } from '@proofkeep/contract';
import { type FormEvent, type InputHTMLAttributes, useEffect, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { Button } from '../../ui/plain/button.tsx';
import { words } from '../../ui/words/words.ts';
import { askStatus } from './clock.ts';
import { forgetDevice, type OwnDevice, removeSegments } from './database.ts';
import { announce } from './keys.ts';
import { isCurrent, reload } from './shell/current.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('record-binding', text);
const pollMs = 2_000;

interface Props {
  /** The device that waits or was refused; null if it has no key yet. */
  announced: OwnDevice | null;
  onBound: (device: OwnDevice) => void;
  onForgotten: () => void;
}

/** Connects this phone to an account: first a code, then a check number that a user compares. */
export function Binding({ announced, onBound, onForgotten }: Props) {
  const [made, setMade] = useState<OwnDevice | null>(null);
  const device = made ?? announced;
  if (!device) return <CodeForm onAnnounced={setMade} />;
  const forget = async () => {
    await forgetDevice();
    await removeSegments();
    setMade(null);
    onForgotten();
  };
  return <Waiting device={device} onBound={() => onBound(device)} onForget={() => void forget()} />;
}

/** Announces the phone; null if the service has a newer page, which has to be loaded first. */
async function announceWhenCurrent(code: string, name: string): Promise<OwnDevice | null> {
  // If that question fails, announcing the phone would fail, too.
  if (await isCurrent().catch(() => true)) return (await announce(code, name)).device;
  return null;
}

function CodeForm({ onAnnounced }: { onAnnounced: (device: OwnDevice) => void }) {
  const t = useWords();
  const [code, setCode] = useState(() => location.hash.slice(1));
  const [name, setName] = useState<string>(() => t('defaultName'));
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => (isOutdated ? reload() : undefined), [isOutdated]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal('');
    announceWhenCurrent(code, name.trim() || t('defaultName'))
      .then((device) => {
        if (!device) {
          setOutdated(true);
          return;
        }
        // Removes the used code from the URL, so that a reload doesn't try it again.
        history.replaceState(history.state, '', location.pathname);
        onAnnounced(device);
      })
      .catch((error: unknown) => setRefusal(toApiError(error).message))
      .finally(() => setBusy(false));
  };
  return (
    <form className="phone-page" onSubmit={submit} noValidate>
      <h1>{t('title')}</h1>
      <p>{t('intro')}</p>
      <Field
        label={t('code')}
        value={code}
        onType={setCode}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={deviceLimits.codeLength}
      />
      <Field label={t('name')} value={name} onType={setName} maxLength={deviceLimits.nameLength} />
      <p role="alert" className="phone-refusal">
        {refusal}
      </p>
      <p className="secondary">{t('key')}</p>
      <div className="phone-acts">
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={code.trim() === ''}>
          {t('connect')}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  onType: (text: string) => void;
}

const Field = ({ label, onType, ...input }: FieldProps) => (
  <label className="phone-record-field">
    {label}
    <input className="input" autoComplete="off" {...input} onChange={({ target }) => onType(target.value)} />
  </label>
);

function Waiting({ device, onBound, onForget }: { device: OwnDevice; onBound: () => void; onForget: () => void }) {
  const t = useWords();
  const [state, setState] = useState<DeviceStatus['state']>();
  const [isOffline, setOffline] = useState(false);
  const { id } = device;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const poll = () =>
      askStatus(id)
        .then((status) => {
          if (isOver) return;
          setOffline(false);
          setState(status.state);
          if (status.state === 'bound') onBound();
        })
        .catch(() => setOffline(true))
        .finally(() => {
          if (!isOver) timer = setTimeout(poll, pollMs);
        });
    void poll();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [id, onBound]);
  if (state === 'unbound')
    return (
      <div className="phone-page">
        <h1>{t('unboundTitle')}</h1>
        <p>{t('unbound')}</p>
        <div className="phone-acts">
          <Button kind="primary" onClick={onForget}>
            {t('again')}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="phone-page">
      <h1>{t('compareTitle')}</h1>
      <p>{t('compare')}</p>
      <output className="panel phone-record-number numbers" aria-label={t('number')}>
        {deviceCheckNumber(device.key)}
      </output>
      <p role="status" className="secondary">
        {t(isOffline ? 'offline' : 'waiting')}
      </p>
      <div className="phone-acts">
        <Button onClick={onForget}>{t('cancel')}</Button>
      </div>
    </div>
  );
}
