import { calls, type Entered, type InputOf } from '@proofkeep/contract';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ask } from '../../api/ask.ts';
import { paths } from '../../ui/address/paths.ts';
import { useChecks } from '../../ui/forms/checks.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Button } from '../../ui/plain/button.tsx';
import { CodeField } from '../../ui/plain/code-field.tsx';
import { PasswordField, TextField } from '../../ui/plain/field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { PhoneField } from '../../ui/plain/phone-field.tsx';
import { Tabs } from '../../ui/plain/tabs.tsx';
import { words } from '../../ui/words/words.ts';
import { ByApp } from './by-app.tsx';
import { Frame } from './frame.tsx';
import { OtherWays } from './other-ways.tsx';
import { PendingIdentity } from './pending-identity.tsx';
import { SecondStep, type SecondStepOf } from './second-step.tsx';
import { useArrival } from './use-arrival.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-in', text);

const ways = ['password', 'code', 'app'] as const;

export function Component() {
  const t = useWords();
  const arrive = useArrival();
  const [step, setStep] = useState<SecondStepOf | null>(null);
  const enter = (entered: Entered) => ('secondStep' in entered ? setStep(entered.secondStep) : arrive());
  if (step)
    return (
      <Frame title={t('second')}>
        <SecondStep {...step} onSignedIn={arrive} onAgain={() => setStep(null)} />
      </Frame>
    );
  return (
    <Frame title={t('title')}>
      <PendingIdentity />
      <Ways onEntered={enter} onSignedIn={arrive} />
      <OtherWays onSignedIn={arrive} />
    </Frame>
  );
}

interface Entering {
  onEntered: (entered: Entered) => void;
}

function Ways({ onEntered, onSignedIn }: Entering & { onSignedIn: () => void }) {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const active = ways.find((way) => way === query.get('by')) ?? 'password';
  return (
    <Tabs
      label={t('ways')}
      tabs={[
        { key: 'password', label: t('byPassword') },
        { key: 'code', label: t('byCode') },
        { key: 'app', label: t('byApp') },
      ]}
      active={active}
      onChange={(by) => setQuery((now) => (now.set('by', by), now), { replace: true })}
    >
      {active === 'password' && <ByPassword onEntered={onEntered} />}
      {active === 'code' && <ByCode onEntered={onEntered} />}
      {active === 'app' && <ByApp onSignedIn={onSignedIn} />}
    </Tabs>
  );
}

function ByPassword({ onEntered }: Entering) {
  const t = useWords();
  const { required } = useChecks();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: InputOf<typeof calls.account.login>) => {
    onEntered(await ask(calls.account.login, input));
  });
  return (
    <Form form={form} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <TextField
        name="account"
        label={t('account')}
        check={required(t('account'))}
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordField
        name="password"
        label={t('password')}
        check={required(t('password'))}
        autoComplete="current-password"
      />
      <SignInFoot isSending={isSending} />
    </Form>
  );
}

function ByCode({ onEntered }: Entering) {
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: InputOf<typeof calls.account.loginByPhone>) => {
    onEntered(await ask(calls.account.loginByPhone, input));
  });
  return (
    <Form form={form} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <PhoneField />
      <CodeField purpose="login" />
      <SignInFoot isSending={isSending} />
    </Form>
  );
}

function SignInFoot({ isSending }: { isSending: boolean }) {
  const t = useWords();
  return (
    <>
      <Button kind="primary" type="submit" isBlock isBusy={isSending}>
        {t('title')}
      </Button>
      <p className="sign-in-foot">
        <Link to={paths.register}>{t('register')}</Link>
        <Link to={paths.resetPassword}>{t('forgot')}</Link>
      </p>
    </>
  );
}
