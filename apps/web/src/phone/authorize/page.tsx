import { appSignInDigits, calls } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { isApiError, toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { StepUpCancelled } from '../../ui/step-up/step-up-cancelled.ts';
import { WithConfirm } from '../../ui/step-up/with-confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { RequestFacts } from './request-facts.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('authorize', text);

/** Shown on a signed-in user's phone: approves or denies the sign-in of another browser. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { appId = '' } = useParams();
  const scan = useMutation({ mutationFn: () => ask(calls.signIn.appScan, { appId }), meta: { isShownInPlace: true } });
  const isAsked = useRef(false);
  const { mutate } = scan;
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate();
  }, [mutate]);
  if (scan.error) return <Ended title={t('goneTitle')}>{saysOf(scan.error, t('gone'))}</Ended>;
  if (!scan.data) return <p role="status">{t('loading')}</p>;
  return (
    <WithConfirm>
      <Request appId={appId} {...scan.data} />
    </WithConfirm>
  );
}

/** Unknown and malformed ids both show as expired. */
const saysOf = (error: unknown, gone: string): string =>
  isApiError(error, 'NOT_FOUND', 'INPUT_INVALID') ? gone : toApiError(error).message;

interface Asked {
  appId: string;
  device: { browser: string | null; system: string | null };
  address: string;
  askedAt: string;
}

function Request({ appId, ...facts }: Asked) {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const { confirmed } = useConfirmed();
  const approve = useMutation({
    mutationFn: (number: string) => confirmed(() => ask(calls.signIn.appApprove, { appId, number })),
    meta: { isShownInPlace: true },
  });
  const refuse = useMutation({
    mutationFn: () => ask(calls.signIn.appRefuse, { appId }),
    meta: { isShownInPlace: true },
  });
  const error = approve.error instanceof StepUpCancelled ? refuse.error : (approve.error ?? refuse.error);
  if (approve.isSuccess) return <Ended title={t('doneTitle')}>{t('done')}</Ended>;
  if (refuse.isSuccess) return <Ended title={t('refusedTitle')}>{t('refused')}</Ended>;
  if (isApiError(error, 'NUMBER_WRONG')) return <Ended title={t('refusedTitle')}>{toApiError(error).message}</Ended>;
  if (isApiError(error, 'NOT_FOUND')) return <Ended title={t('goneTitle')}>{t('gone')}</Ended>;
  return (
    <div className="phone-page">
      <h1>{t('title')}</h1>
      {me && <p>{t('as', me.person)}</p>}
      <RequestFacts {...facts} />
      <p className="phone-warning">{t('warning')}</p>
      <Answer
        refusal={error ? toApiError(error).message : null}
        isSending={approve.isPending || refuse.isPending}
        onApprove={approve.mutate}
        onRefuse={() => refuse.mutate()}
      />
    </div>
  );
}

interface Answering {
  refusal: string | null;
  isSending: boolean;
  onApprove: (number: string) => void;
  onRefuse: () => void;
}

function Answer({ refusal, isSending, onApprove, onRefuse }: Answering) {
  const t = useWords();
  const [number, setNumber] = useState('');
  const [isBad, setBad] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isWhole = /^\d{2}$/.test(number);
    setBad(!isWhole);
    if (isWhole) onApprove(number);
  };
  return (
    <form onSubmit={submit} className="phone-page" noValidate>
      <label className="phone-field">
        {t('number')}
        <input
          className="input"
          inputMode="numeric"
          autoComplete="off"
          maxLength={appSignInDigits}
          value={number}
          aria-invalid={isBad}
          aria-describedby="number-says"
          onChange={({ target }) => setNumber(target.value)}
        />
      </label>
      <p id="number-says" role="alert" className="phone-refusal">
        {isBad ? t('badNumber') : refusal}
      </p>
      <div className="phone-acts">
        <button type="submit" className="button" data-kind="primary" disabled={isSending}>
          {t('approve')}
        </button>
        <button type="button" className="button" disabled={isSending} onClick={onRefuse}>
          {t('refuse')}
        </button>
      </div>
    </form>
  );
}

function Ended({ title, children }: { title: string; children: ReactNode }) {
  const t = useWords();
  return (
    <div className="phone-page">
      <h1>{title}</h1>
      <p role="status">{children}</p>
      <div className="phone-acts">
        <Link to={paths.home} className="button">
          {t('home')}
        </Link>
      </div>
    </div>
  );
}
