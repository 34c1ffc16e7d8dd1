import { calls, waitIn } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { useLanguage } from '../words/words.ts';
import { useCountdown } from './countdown.ts';
import type { FieldForm } from './field-form.ts';
import { placeRefusal } from './place-refusal.ts';
import { expectedTries, solve } from './solve.ts';
import { useCodeWords } from './words.ts';

const sendingCalls = {
  register: calls.account.sendRegisterCode,
  login: calls.account.sendLoginCode,
  reset: calls.account.sendResetCode,
  bind: calls.members.sendPhoneCode,
  member: calls.members.sendMemberCode,
};

/**
 * `confirm` and a second-step ticket send the code to the user's phone number on file; the others to the
 * `phone` of the form.
 */
export type Purpose = keyof typeof sendingCalls | 'confirm' | { ticket: string } | { send: Send };

/** Sends a code with a call that this module doesn't load. */
type Send = (input: { phone: string; challengeId: string; solution: string }) => Promise<Sent>;
interface Sent {
  againInSeconds: number;
  validSeconds: number;
}

/** Name of the code's field: `textCode` if the form also has one for an authenticator app. */
export const codeFieldOf = (purpose: Purpose): string => (purpose === 'confirm' ? 'textCode' : 'code');

/** Sends a text-message code after a proof of work, then counts down until it can be resent. */
export function useSendCode(form: FieldForm, purpose: Purpose) {
  const t = useCodeWords();
  const language = useLanguage();
  const [tried, setTried] = useState(0);
  const [expected, setExpected] = useState(0);
  const [waitSeconds, wait] = useCountdown();
  const leaving = useLeaving();
  const sending = useMutation({
    mutationFn: async (phone: string | null) => {
      setTried(0);
      const challenge = await ask(calls.account.challenge, {});
      setExpected(expectedTries(challenge));
      const solution = await solve(challenge, setTried, leaving());
      const solved = { challengeId: challenge.id, solution };
      if (typeof purpose === 'object' && 'send' in purpose) return purpose.send({ phone: phone ?? '', ...solved });
      if (typeof purpose === 'object') return ask(calls.recovery.sendRecoveryCode, { ...purpose, ...solved });
      if (phone === null || purpose === 'confirm') return ask(calls.signIn.sendConfirmCode, solved);
      return ask(sendingCalls[purpose], { phone, ...solved });
    },
    meta: { isShownInPlace: true },
    onSuccess: ({ againInSeconds }) => wait(againInSeconds),
    onError: (error) => {
      if (isApiError(error) && error.retryAfterSeconds) wait(error.retryAfterSeconds);
      const message = placeRefusal(form, error);
      if (message) form.setFields([{ name: codeFieldOf(purpose), errors: [message] }]);
    },
  });
  const send = async () => {
    if (purpose === 'confirm' || (typeof purpose === 'object' && 'ticket' in purpose)) return sending.mutate(null);
    await form.validateFields(['phone']).then(
      () => sending.mutate(form.getFieldValue('phone') as string),
      () => form.scrollToField('phone', { focus: true }),
    );
  };
  const validSeconds = sending.data?.validSeconds ?? null;
  return {
    label: t('code'),
    act: waitSeconds > 0 ? t('again', { wait: waitIn(waitSeconds, language) }) : t('send'),
    status: sending.isPending
      ? t('proving', { tried: tried.toLocaleString('en-US'), expected: expected.toLocaleString('en-US') })
      : validSeconds !== null && t('sent', { minutes: Math.floor(validSeconds / 60) }),
    isSending: sending.isPending,
    isWaiting: waitSeconds > 0,
    send: () => void send(),
  };
}

/** Returns a factory of signals that abort when the page is left, to stop the proof of work. */
function useLeaving(): () => AbortSignal {
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  return () => {
    controller.current = new AbortController();
    return controller.current.signal;
  };
}
