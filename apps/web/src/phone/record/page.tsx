import './record.css';
import { useCallback, useEffect, useState } from 'react';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { Binding } from './binding.tsx';
import { loadDevice, type OwnDevice } from './database.ts';
import { Recorder } from './recorder.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('record', text);

/** The reference recorder: a phone's browser as an enforcer device. It needs no sign-in. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const [device, setDevice] = useState<OwnDevice | null>();
  const [isBound, setBound] = useState(true);
  const unbound = useCallback(() => setBound(false), []);
  const canRecord = window.isSecureContext && 'MediaRecorder' in window && 'indexedDB' in window;
  useEffect(() => {
    if (canRecord)
      loadDevice().then(
        (found) => setDevice(found ?? null),
        () => setDevice(null),
      );
  }, [canRecord]);
  if (!canRecord)
    return (
      <div className="phone-page">
        <h1>{t('title')}</h1>
        <p role="alert" className="phone-warning">
          {t(window.isSecureContext ? 'unsupported' : 'insecure')}
        </p>
      </div>
    );
  if (device === undefined) return <p role="status">{t('loading')}</p>;
  if (device && isBound) return <Recorder device={device} onUnbound={unbound} />;
  return (
    <Binding
      announced={device}
      onBound={(bound) => {
        setDevice(bound);
        setBound(true);
      }}
      onForgotten={() => {
        setDevice(null);
        setBound(true);
      }}
    />
  );
}
