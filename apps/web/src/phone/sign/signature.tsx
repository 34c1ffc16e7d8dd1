import { calls, codeDigits, handwritingProblem, type Strokes, waitIn } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { useCountdown } from '../../ui/forms/countdown.ts';
import { Alert } from '../../ui/plain/alert.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { SignaturePad } from '../../ui/signature/pad.tsx';
import { useLanguage, words } from '../../ui/words/words.ts';
import { forgetInputs, useKeptInput } from './kept-input.ts';
import { Problem } from './problem.tsx';
import type { TaskProps } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-signature', text);

/** A signature, and the id of its picture once the service has it. */
interface Written {
  strokes: Strokes;
  imageId: string | null;
}

/** Writes the name, then confirms with a code that is bound to these documents. A reload keeps what was written. */
export function Signature(task: TaskProps) {
  const t = useWords();
  const { nid, matter } = task;
  const boundTo = matter.documents.map(({ sha256 }) => sha256).join(' ');
  const key = { nid, partyId: matter.person.id, field: 'signature', boundTo };
  const [{ strokes, imageId }, keep] = useKeptInput<Written>(key, { strokes: [], imageId: null });
  const problem = strokes.length > 0 ? handwritingProblem(strokes) : null;
  const store = useMutation({
    mutationFn: () => ask(calls.phoneSigning.storePartyHandwriting, { nid, strokes }),
    onSuccess: (stored) => keep({ strokes, imageId: stored.imageId }),
    meta: { isShownInPlace: true },
  });
  if (imageId !== null)
    return <Confirm {...task} imageId={imageId} onRewrite={() => keep({ strokes, imageId: null })} />;
  return (
    <>
      <h2>{t('write', { name: matter.person.name })}</h2>
      <p className="secondary">{t('rotate')}</p>
      <SignaturePad label={t('pad')} strokes={strokes} onChange={(now) => keep({ strokes: now, imageId: null })} />
      {problem && <Alert kind="error" title={t(`problem-${problem}`)} />}
      <Problem error={store.error} />
      <Button
        kind="primary"
        isBlock
        disabled={strokes.length === 0 || problem !== null}
        isBusy={store.isPending}
        onClick={() => store.mutate()}
      >
        {t('next')}
      </Button>
    </>
  );
}

function Confirm({ nid, matter, advance, imageId, onRewrite }: TaskProps & { imageId: string; onRewrite: () => void }) {
  const t = useWords();
  const { documents, person } = matter;
  const [code, setCode] = useState('');
  const language = useLanguage();
  const [waitSeconds, wait] = useCountdown();
  const send = useMutation({
    mutationFn: () => ask(calls.phoneSigning.sendPartySigningCode, { nid }),
    onSuccess: ({ againInSeconds }) => wait(againInSeconds),
    onError: (error) => isApiError(error) && error.retryAfterSeconds && wait(error.retryAfterSeconds),
    meta: { isShownInPlace: true },
  });
  const sign = useMutation({
    mutationFn: () => {
      const sha256 = documents.map((document) => document.sha256);
      return ask(calls.phoneSigning.signPartyDocuments, { nid, imageId, code, sha256 });
    },
    onSuccess: (after) => {
      forgetInputs();
      advance(after);
    },
    meta: { isShownInPlace: true },
  });
  const isWhole = new RegExp(`^\\d{${codeDigits}}$`).test(code);
  return (
    <form
      className="phone-question"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && !sign.isPending) sign.mutate();
      }}
    >
      <h2>{t('confirm')}</h2>
      <p>{t('bound', { count: documents.length, phone: person.phone })}</p>
      <Button isBlock disabled={waitSeconds > 0} isBusy={send.isPending} onClick={() => send.mutate()}>
        {waitSeconds > 0 ? t('again', { wait: waitIn(waitSeconds, language) }) : t('send')}
      </Button>
      <label className="phone-field">
        {t('code')}
        <input
          className="input"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeDigits}
          value={code}
          onChange={({ target }) => setCode(target.value.trim())}
        />
      </label>
      <Problem error={sign.error ?? send.error} />
      <div className="phone-acts">
        <Button type="submit" kind="primary" isBlock disabled={!isWhole} isBusy={sign.isPending}>
          {t('sign', { count: documents.length })}
        </Button>
        <Button isBlock disabled={sign.isPending} onClick={onRewrite}>
          {t('rewrite')}
        </Button>
      </div>
    </form>
  );
}
