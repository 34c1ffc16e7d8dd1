import { calls, proofPagePath } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiError, toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { useOnline } from '../../ui/notices/use-online.ts';
import { words } from '../../ui/words/words.ts';
import { Notice } from '../notice.tsx';
import { AttestationResult, NoResult } from './lookup-result.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('holder-tab', text);

type Wrong = 'noIdNumber' | 'noAno';

/**
 * Leads to the public facts of an attestation by its number; with the holder's ID number, which is never put in the URL,
 * shows whether it is theirs.
 */
export function HolderTab() {
  const t = useWords();
  const [idNumber, setIdNumber] = useState('');
  const [ano, setAno] = useState('');
  const [wrong, setWrong] = useState<Wrong[]>([]);
  const asking = useMutation({
    mutationFn: () => ask(calls.verification.queryByHolder, { idNumber: idNumber.trim(), ano: ano.trim() }),
    meta: { isShownInPlace: true },
  });
  const navigate = useNavigate();
  const isOnline = useOnline();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = wrongIn(idNumber.trim(), ano.trim());
    setWrong(found);
    if (found.length > 0) return;
    if (idNumber.trim() === '') void navigate(proofPagePath(ano.trim().toUpperCase()));
    else asking.mutate();
  };
  return (
    <div className="query-one">
      <p className="secondary">{t('intro')}</p>
      <form className="query-fields" onSubmit={submit} noValidate>
        <Field
          id="ano"
          label={t('ano')}
          help={t('anoHelp')}
          value={ano}
          onValue={setAno}
          error={wrong.includes('noAno') ? t('noAno') : null}
        />
        <Field
          id="idNumber"
          label={t('idNumber')}
          help={t('idNumberHelp')}
          value={idNumber}
          onValue={setIdNumber}
          error={wrong.includes('noIdNumber') ? t('noIdNumber') : null}
        />
        <button type="submit" className="button" data-kind="primary" disabled={asking.isPending || !isOnline}>
          {t('ask')}
        </button>
      </form>
      <div aria-live="polite">
        {asking.error && isApiError(asking.error, 'NOT_FOUND') && <NoResult title={t('none')} help={t('noneHelp')} />}
        {asking.error && !isApiError(asking.error, 'NOT_FOUND') && <Notice title={toApiError(asking.error).message} />}
        {asking.data && <AttestationResult facts={asking.data} />}
      </div>
    </div>
  );
}

/** Checks the contract's limits before anything is sent. */
const wrongIn = (idNumber: string, ano: string): Wrong[] => [
  ...(idNumber !== '' && (idNumber.length < 6 || idNumber.length > 32) ? (['noIdNumber'] as const) : []),
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
    <div className="query-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
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
        <p id={`${id}-error`} className="query-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
