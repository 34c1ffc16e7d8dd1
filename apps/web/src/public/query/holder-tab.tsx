import { calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { isRefused, refusedOf } from '../../api/refused.ts';
import { words } from '../../ui/words/words.ts';
import { Notice } from '../notice.tsx';
import { FoundAttestation, FoundNothing } from './found.tsx';

const useWords = words('holder-tab', {
  intro: [
    '由存证持有人提供两个号码，即可查询存证是否存在。两者须完全相符。',
    'With both numbers from the holder of an attestation you can ask whether it exists. Both have to fit.',
  ],
  idNumber: ['持有人证件号码', 'Identity number of the holder'],
  ano: ['存证编号', 'Attestation number'],
  anoHelp: ['以 PK 开头，印在存证证书上', 'It begins with PK and stands on the certificate'],
  ask: ['查询', 'Ask'],
  noIdNumber: ['请输入 6 至 32 位证件号码', 'Enter an identity number of 6 to 32 characters'],
  noAno: ['请输入以 PK 开头的存证编号', 'Enter an attestation number, which begins with PK'],
  none: ['没有与这两个号码都相符的存证', 'No attestation fits both numbers'],
  noneHelp: [
    '请核对后重试。未实名认证的账号无法用这种方式查询。',
    'Check both. Accounts without real-name certification cannot be found in this way.',
  ],
});

type Wrong = 'noIdNumber' | 'noAno';

/** An attestation by two numbers that only its holder gives out; they stand in no address. */
export function HolderTab() {
  const say = useWords();
  const [idNumber, setIdNumber] = useState('');
  const [ano, setAno] = useState('');
  const [wrong, setWrong] = useState<Wrong[]>([]);
  const asking = useMutation({
    mutationFn: () => ask(calls.verification.queryByHolder, { idNumber: idNumber.trim(), ano: ano.trim() }),
    meta: { isSaidInPlace: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = wrongIn(idNumber.trim(), ano.trim());
    setWrong(found);
    if (found.length === 0) asking.mutate();
  };
  return (
    <div className="query-one">
      <p className="secondary">{say('intro')}</p>
      <form className="fields" onSubmit={submit} noValidate>
        <Field
          id="idNumber"
          label={say('idNumber')}
          value={idNumber}
          onValue={setIdNumber}
          error={wrong.includes('noIdNumber') ? say('noIdNumber') : null}
        />
        <Field
          id="ano"
          label={say('ano')}
          help={say('anoHelp')}
          value={ano}
          onValue={setAno}
          error={wrong.includes('noAno') ? say('noAno') : null}
        />
        <button type="submit" className="button" data-kind="primary" disabled={asking.isPending}>
          {say('ask')}
        </button>
      </form>
      <div aria-live="polite">
        {asking.error && isRefused(asking.error, 'NOT_FOUND') && (
          <FoundNothing title={say('none')} help={say('noneHelp')} />
        )}
        {asking.error && !isRefused(asking.error, 'NOT_FOUND') && <Notice title={refusedOf(asking.error).message} />}
        {asking.data && <FoundAttestation facts={asking.data} />}
      </div>
    </div>
  );
}

/** As the contract has it, said before anything is sent. */
const wrongIn = (idNumber: string, ano: string): Wrong[] => [
  ...(idNumber.length < 6 || idNumber.length > 32 ? (['noIdNumber'] as const) : []),
  ...(/^PK[0-9A-Z]{1,38}$/i.test(ano) ? [] : (['noAno'] as const)),
];

interface FieldProps {
  id: string;
  label: string;
  help?: string;
  value: string;
  onValue: (value: string) => void;
  error: string | null;
}

function Field({ id, label, help, value, onValue, error }: FieldProps) {
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== null}
        aria-describedby={describedBy || undefined}
        onChange={({ target }) => onValue(target.value)}
      />
      {help && (
        <p id={`${id}-help`} className="secondary">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
