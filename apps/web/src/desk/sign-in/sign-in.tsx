import { calls, type Entered, type InputOf } from '@proofkeep/contract';
import { Button, Form, Input, Tabs } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ask } from '../../api/ask.ts';
import { paths } from '../../ui/address/paths.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { PhoneField } from '../../ui/forms/phone-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useRules } from '../../ui/forms/rules.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { words } from '../../ui/words/words.ts';
import { useArrive } from './arrive.ts';
import { ByApp } from './by-app.tsx';
import { Frame } from './frame.tsx';
import { OtherWays } from './other-ways.tsx';
import { SecondStep, type SecondStepOf } from './second-step.tsx';
import { WaitingIdentity } from './waiting-identity.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-in', text);

const ways = ['password', 'code', 'app'];

export function Component() {
  const say = useWords();
  const arrive = useArrive();
  const [step, setStep] = useState<SecondStepOf | null>(null);
  const enter = (entered: Entered) => ('secondStep' in entered ? setStep(entered.secondStep) : arrive());
  if (step)
    return (
      <Frame title={say('second')}>
        <SecondStep {...step} onSignedIn={arrive} onAgain={() => setStep(null)} />
      </Frame>
    );
  return (
    <Frame title={say('title')}>
      <WaitingIdentity />
      <Ways onEntered={enter} onSignedIn={arrive} />
      <OtherWays onSignedIn={arrive} />
    </Frame>
  );
}

interface Entering {
  onEntered: (entered: Entered) => void;
}

function Ways({ onEntered, onSignedIn }: Entering & { onSignedIn: () => void }) {
  const say = useWords();
  const [query, setQuery] = useSearchParams();
  return (
    <Tabs
      activeKey={ways.find((way) => way === query.get('by')) ?? 'password'}
      onChange={(by) => setQuery((now) => (now.set('by', by), now), { replace: true })}
      destroyOnHidden
      items={[
        { key: 'password', label: say('byPassword'), children: <ByPassword onEntered={onEntered} /> },
        { key: 'code', label: say('byCode'), children: <ByCode onEntered={onEntered} /> },
        { key: 'app', label: say('byApp'), children: <ByApp onSignedIn={onSignedIn} /> },
      ]}
    />
  );
}

function ByPassword({ onEntered }: Entering) {
  const say = useWords();
  const { required } = useRules();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: InputOf<typeof calls.account.login>) => {
    onEntered(await ask(calls.account.login, input));
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <Form.Item name="account" label={say('account')} rules={required(say('account'))}>
        <Input autoComplete="username" autoCapitalize="none" size="large" />
      </Form.Item>
      <Form.Item name="password" label={say('password')} rules={required(say('password'))}>
        <Input.Password autoComplete="current-password" size="large" />
      </Form.Item>
      <SignInFoot isSending={isSending} />
    </Form>
  );
}

function ByCode({ onEntered }: Entering) {
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: InputOf<typeof calls.account.loginByPhone>) => {
    onEntered(await ask(calls.account.loginByPhone, input));
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <PhoneField />
      <CodeField purpose="login" />
      <SignInFoot isSending={isSending} />
    </Form>
  );
}

function SignInFoot({ isSending }: { isSending: boolean }) {
  const say = useWords();
  return (
    <>
      <Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
          {say('title')}
        </Button>
      </Form.Item>
      <p className="account-foot">
        <Link to={paths.register}>{say('register')}</Link>
        <Link to={paths.resetPassword}>{say('forgot')}</Link>
      </p>
    </>
  );
}
