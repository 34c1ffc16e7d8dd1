import './forms.css';
import { calls, codeDigits } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { words } from '../words/words.ts';
import { placeRefusal } from './place-refusal.ts';
import { useRules } from './rules.ts';
import { expectedTries, solve } from './solve.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('code-field', text);

const sendingCalls = {
  register: calls.account.sendRegisterCode,
  login: calls.account.sendLoginCode,
  reset: calls.account.sendResetCode,
  bind: calls.members.sendPhoneCode,
  member: calls.members.sendMemberCode,
};

/**
 * `confirm`: the code goes to the person’s own phone, which the server knows; as it knows that of whoever holds a ticket of the
 * second step.
 */
type Purpose = keyof typeof sendingCalls | 'confirm' | { ticket: string };

/** The code of a text message, and what has it sent to the `phone` of the same form; to confirm oneself, to one's own. */
export function CodeField({ purpose }: { purpose: Purpose }) {
  const say = useWords();
  const { code } = useRules();
  const name = fieldOf(purpose);
  const { send, isSending, tried, expected, waitSeconds, validSeconds } = useSendCode(purpose);
  const status = isSending
    ? say('proving', { tried: tried.toLocaleString('en-US'), expected: expected.toLocaleString('en-US') })
    : validSeconds !== null && say('sent', { minutes: Math.floor(validSeconds / 60) });
  return (
    <Form.Item label={say('code')} htmlFor={name} extra={<span role="status">{status}</span>}>
      <div className="code-field">
        <Form.Item name={name} rules={code} noStyle>
          <Input id={name} inputMode="numeric" autoComplete="one-time-code" maxLength={codeDigits} size="large" />
        </Form.Item>
        <Button size="large" onClick={send} loading={isSending} disabled={waitSeconds > 0}>
          {waitSeconds > 0 ? say('again', { seconds: waitSeconds }) : say('send')}
        </Button>
      </div>
    </Form.Item>
  );
}

/** Where a code of an authenticator app may stand beside it, it has another name. */
const fieldOf = (purpose: Purpose) => (purpose === 'confirm' ? 'textCode' : 'code');

function useSendCode(purpose: Purpose) {
  const form = Form.useFormInstance();
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
      if (typeof purpose === 'object') return ask(calls.recovery.sendRecoveryCode, { ...purpose, ...solved });
      if (phone === null || purpose === 'confirm') return ask(calls.signIn.sendConfirmCode, solved);
      return ask(sendingCalls[purpose], { phone, ...solved });
    },
    meta: { isSaidInPlace: true },
    onSuccess: ({ againInSeconds }) => wait(againInSeconds),
    onError: (error) => {
      const message = placeRefusal(form, error);
      if (message) form.setFields([{ name: fieldOf(purpose), errors: [message] }]);
    },
  });
  const send = async () => {
    if (purpose === 'confirm' || typeof purpose === 'object') return sending.mutate(null);
    await form.validateFields(['phone']).then(
      () => sending.mutate(form.getFieldValue('phone') as string),
      () => form.scrollToField('phone', { focus: true }),
    );
  };
  const validSeconds = sending.data?.validSeconds ?? null;
  return { send, isSending: sending.isPending, tried, expected, waitSeconds, validSeconds };
}

function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const tick = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(tick);
  }, [left]);
  return [left, setLeft];
}

/** A signal for work that nobody needs once the page is left. */
function useLeaving(): () => AbortSignal {
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  return () => {
    controller.current = new AbortController();
    return controller.current.signal;
  };
}
