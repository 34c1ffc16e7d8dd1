import { calls, type SentOf } from '@proofkeep/contract';
import { Button, Checkbox, Form, Input } from 'antd';
import { Link } from 'react-router';
import { ask } from '../../api/ask.ts';
import { language } from '../../ui/language.ts';
import { paths } from '../../ui/paths.ts';
import { words } from '../../ui/words.ts';
import { useArrive } from './arrive.ts';
import { CodeField } from './code-field.tsx';
import { Frame } from './frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { Refusal } from './refusal.tsx';
import { useRules } from './rules.ts';
import { useSubmit } from './use-submit.ts';

const useWords = words('register', {
  title: ['注册账号', 'Register'],
  name: ['姓名或单位名称', 'Your name, or that of your organisation'],
  password: ['密码', 'Password'],
  agree: [
    '我同意存真为提供服务而保存我的手机号、名称，以及我提交存证的内容',
    'I agree that Proofkeep keeps my mobile number, my name and what I preserve, in order to provide the service',
  ],
  submit: ['注册并登录', 'Register and sign in'],
  known: ['已有账号？', 'Registered already?'],
  signIn: ['去登录', 'Sign in'],
});

export function Component() {
  const say = useWords();
  const rules = useRules();
  const arrive = useArrive();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: SentOf<typeof calls.account.register>) => {
    await ask(calls.account.register, { ...input, language: language.get() });
    arrive();
  });
  return (
    <Frame
      title={say('title')}
      hint={
        <>
          {say('known')} <Link to={paths.signIn}>{say('signIn')}</Link>
        </>
      }
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <PhoneField />
        <CodeField purpose="register" />
        <Form.Item name="name" label={say('name')} rules={rules.name} validateTrigger="onBlur">
          <Input autoComplete="name" maxLength={60} size="large" />
        </Form.Item>
        <NewPasswordField label={say('password')} />
        <Form.Item name="agreed" valuePropName="checked" rules={rules.agreed}>
          <Checkbox>{say('agree')}</Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
          {say('submit')}
        </Button>
      </Form>
    </Frame>
  );
}
