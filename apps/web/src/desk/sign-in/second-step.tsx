import './sign-in.css';
import { KeyOutlined } from '@ant-design/icons';
import { calls, type Entered } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { refusedOf } from '../../api/refused.ts';
import { CodeOrRecovery } from '../../ui/forms/code-or-recovery.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { isDismissed, usePasskeyOf } from '../../ui/step-up/passkey.ts';
import { words } from '../../ui/words/words.ts';
import { LostFactors } from './lost-factors.tsx';

const useWords = words('second-step', {
  hint: ['该账号开启了两步验证，请完成第二步。', 'This account has a second step: finish it to sign in.'],
  submit: ['验证并登录', 'Verify and sign in'],
  passkey: ['使用通行密钥验证', 'Use a passkey'],
  dismissed: ['未使用通行密钥。可以重试，或换一种方式。', 'No passkey was used. Try again, or use another way.'],
  useRecovery: ['使用恢复码', 'Use a recovery code'],
  useCode: ['使用验证器应用', 'Use the authenticator app'],
  again: ['重新登录', 'Begin again'],
  lost: ['以上方式都无法使用？', 'Lost all of these?'],
});

export type SecondStepOf = Extract<Entered, { secondStep: unknown }>['secondStep'];

interface Props extends SecondStepOf {
  onSignedIn: () => void;
  onAgain: () => void;
}

export function SecondStep({ ticket, ways, onSignedIn, onAgain }: Props) {
  const say = useWords();
  const [isRecovery, setRecovery] = useState(!ways.includes('totp') && !ways.includes('passkey'));
  const [isLost, setLost] = useState(false);
  const hasCode = isRecovery || ways.includes('totp');
  if (isLost) return <LostFactors ticket={ticket} onBack={() => setLost(false)} />;
  return (
    <>
      <p className="secondary">{say('hint')}</p>
      {ways.includes('passkey') && !isRecovery && (
        <ByPasskey ticket={ticket} isOnly={!hasCode} onSignedIn={onSignedIn} />
      )}
      {hasCode && <ByCode key={String(isRecovery)} ticket={ticket} isRecovery={isRecovery} onSignedIn={onSignedIn} />}
      <p className="account-foot">
        <Button type="link" onClick={onAgain}>
          {say('again')}
        </Button>
        {ways.includes('recovery') && (
          <Button type="link" onClick={() => setRecovery(!isRecovery)}>
            {say(isRecovery ? 'useCode' : 'useRecovery')}
          </Button>
        )}
        <Button type="link" onClick={() => setLost(true)}>
          {say('lost')}
        </Button>
      </p>
    </>
  );
}

function ByPasskey({ ticket, isOnly, onSignedIn }: { ticket: string; isOnly: boolean; onSignedIn: () => void }) {
  const say = useWords();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => ask(calls.signIn.loginByPasskey, { used: await usePasskeyOf(ticket) }),
    meta: { isSaidInPlace: true },
    onSuccess: onSignedIn,
  });
  return (
    <div className="second-step-passkey">
      <Refusal>{error && (isDismissed(error) ? say('dismissed') : refusedOf(error).message)}</Refusal>
      <Button
        block
        size="large"
        type={isOnly ? 'primary' : 'default'}
        icon={<KeyOutlined aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {say('passkey')}
      </Button>
    </div>
  );
}

function ByCode({ ticket, isRecovery, onSignedIn }: { ticket: string; isRecovery: boolean; onSignedIn: () => void }) {
  const say = useWords();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (shown: { code?: string; recoveryCode?: string }) => {
    await ask(calls.signIn.secondStep, { ticket, ...shown });
    onSignedIn();
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <CodeOrRecovery isRecovery={isRecovery} />
      <Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
          {say('submit')}
        </Button>
      </Form.Item>
    </Form>
  );
}
