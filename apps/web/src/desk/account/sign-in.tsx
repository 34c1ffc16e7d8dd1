import { calls, type InputOf } from '@proofkeep/contract';
import { Button, Form, Input, Tabs } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { ask } from '../../api/ask.ts';
import { paths } from '../../ui/paths.ts';
import { words } from '../../ui/words.ts';
import { useArrive } from './arrive.ts';
import { CodeField } from './code-field.tsx';
import { Frame } from './frame.tsx';
import { PhoneField } from './phone-field.tsx';
import { Refusal } from './refusal.tsx';
import { useRules } from './rules.ts';
import { useSubmit } from './use-submit.ts';

const useWords = words('sign-in', {
  title: ['登录', 'Sign in'],
  byPassword: ['密码登录', 'Password'],
  byCode: ['验证码登录', 'Text message code'],
  account: ['手机号', 'Mobile number'],
  password: ['密码', 'Password'],
  forgot: ['忘记密码', 'Forgot the password'],
  register: ['注册账号', 'Register'],
});

export function Component() {
  const say = useWords();
  const [query, setQuery] = useSearchParams();
  return (
    <Frame title={say('title')}>
      <Tabs
        activeKey={query.get('by') === 'code' ? 'code' : 'password'}
        onChange={(by) => setQuery((now) => (now.set('by', by), now), { replace: true })}
        destroyOnHidden
        items={[
          { key: 'password', label: say('byPassword'), children: <ByPassword /> },
          { key: 'code', label: say('byCode'), children: <ByCode /> },
        ]}
      />
    </Frame>
  );
}

function ByPassword() {
  const say = useWords();
  const { required } = useRules();
  const arrive = useArrive();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: InputOf<typeof calls.account.login>) => {
    await ask(calls.account.login, input);
    arrive();
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <Form.Item name="account" label={say('account')} rules={required(say('account'))}>
        <Input autoComplete="username" inputMode="tel" size="large" />
      </Form.Item>
      <Form.Item name="password" label={say('password')} rules={required(say('password'))}>
        <Input.Password autoComplete="current-password" size="large" />
      </Form.Item>
      <SignInFoot isSending={isSending} />
    </Form>
  );
}

function ByCode() {
  const arrive = useArrive();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: InputOf<typeof calls.account.loginByPhone>) => {
    await ask(calls.account.loginByPhone, input);
    arrive();
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
