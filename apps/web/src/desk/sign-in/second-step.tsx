import './sign-in.css';
import { calls, type Entered } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Button } from '../../ui/plain/button.tsx';
import { CodeOrRecovery } from '../../ui/plain/code-or-recovery.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { Icon } from '../../ui/plain/icons.tsx';
import { isDismissed, signWithPasskey } from '../../ui/step-up/passkey.ts';
import { words } from '../../ui/words/words.ts';
import { LostFactors } from './lost-factors.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('second-step', text);

export type SecondStepOf = Extract<Entered, { secondStep: unknown }>['secondStep'];

interface Props extends SecondStepOf {
  onSignedIn: () => void;
  onAgain: () => void;
}

export function SecondStep({ ticket, ways, onSignedIn, onAgain }: Props) {
  const t = useWords();
  const [isRecovery, setRecovery] = useState(!ways.includes('totp') && !ways.includes('passkey'));
  const [isLost, setLost] = useState(false);
  const hasCode = isRecovery || ways.includes('totp');
  if (isLost) return <LostFactors ticket={ticket} onBack={() => setLost(false)} />;
  return (
    <>
      <p className="secondary">{t('hint')}</p>
      {ways.includes('passkey') && !isRecovery && (
        <ByPasskey ticket={ticket} isOnly={!hasCode} onSignedIn={onSignedIn} />
      )}
      {hasCode && <ByCode key={String(isRecovery)} ticket={ticket} isRecovery={isRecovery} onSignedIn={onSignedIn} />}
      <p className="sign-in-foot">
        <Button kind="link" onClick={onAgain}>
          {t('again')}
        </Button>
        {ways.includes('recovery') && (
          <Button kind="link" onClick={() => setRecovery(!isRecovery)}>
            {t(isRecovery ? 'useCode' : 'useRecovery')}
          </Button>
        )}
        <Button kind="link" onClick={() => setLost(true)}>
          {t('lost')}
        </Button>
      </p>
    </>
  );
}

function ByPasskey({ ticket, isOnly, onSignedIn }: { ticket: string; isOnly: boolean; onSignedIn: () => void }) {
  const t = useWords();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => ask(calls.signIn.loginByPasskey, { used: await signWithPasskey(ticket) }),
    meta: { isShownInPlace: true },
    onSuccess: onSignedIn,
  });
  return (
    <div className="sign-in-second-step-passkey">
      <Refusal>{error && (isDismissed(error) ? t('dismissed') : toApiError(error).message)}</Refusal>
      <Button
        isBlock
        kind={isOnly ? 'primary' : 'default'}
        icon={<Icon name="key" />}
        isBusy={isPending}
        onClick={() => mutate()}
      >
        {t('passkey')}
      </Button>
    </div>
  );
}

function ByCode({ ticket, isRecovery, onSignedIn }: { ticket: string; isRecovery: boolean; onSignedIn: () => void }) {
  const t = useWords();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (shown: { code?: string; recoveryCode?: string }) => {
    await ask(calls.signIn.secondStep, { ticket, ...shown });
    onSignedIn();
  });
  return (
    <Form form={form} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <CodeOrRecovery isRecovery={isRecovery} />
      <Button kind="primary" type="submit" isBlock isBusy={isSending}>
        {t('submit')}
      </Button>
    </Form>
  );
}
