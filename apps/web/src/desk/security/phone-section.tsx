import { calls, type SentOf } from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { toast } from '../../ui/toast.ts';
import { words } from '../../ui/words.ts';
import { CodeField } from '../account/code-field.tsx';
import { PhoneField } from '../account/phone-field.tsx';
import { Refusal } from '../account/refusal.tsx';
import { useRules } from '../account/rules.ts';
import { useSubmit } from '../account/use-submit.ts';
import { Section } from './section.tsx';

const useWords = words('phone-section', {
  title: ['手机号', 'Mobile number'],
  now: [
    '目前是 {phone}。更换后，其他设备上的登录都会退出。',
    'It is {phone}. When you change it you are signed out on every other device.',
  ],
  needsPassword: ['请先设置密码，再更换手机号。', 'Set a password first, then change the number.'],
  change: ['更换手机号', 'Change it'],
  password: ['密码', 'Password'],
  submit: ['更换', 'Change the number'],
  cancel: ['取消', 'Cancel'],
  done: ['手机号已更换', 'The number is changed'],
});

export function PhoneSection({ phone, hasPassword }: { phone: string; hasPassword: boolean }) {
  const say = useWords();
  const [isOpen, setOpen] = useState(false);
  const hint = hasPassword ? say('now', { phone }) : `${say('now', { phone })} ${say('needsPassword')}`;
  return (
    <Section
      title={say('title')}
      hint={hint}
      action={!isOpen && hasPassword && <Button onClick={() => setOpen(true)}>{say('change')}</Button>}
    >
      {isOpen && <ChangeForm onEnd={() => setOpen(false)} />}
    </Section>
  );
}

function ChangeForm({ onEnd }: { onEnd: () => void }) {
  const say = useWords();
  const { required } = useRules();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: SentOf<typeof calls.members.bindPhone>) => {
    await ask(calls.members.bindPhone, input);
    await queries.invalidateQueries();
    toast.success(say('done'));
    onEnd();
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} className="security-form">
      <Refusal>{refusal}</Refusal>
      <Form.Item name="oldPassword" label={say('password')} rules={required(say('password'))}>
        <Input.Password autoComplete="current-password" maxLength={128} size="large" />
      </Form.Item>
      <PhoneField />
      <CodeField purpose="bind" />
      <div className="actions">
        <Button type="primary" htmlType="submit" size="large" loading={isSending}>
          {say('submit')}
        </Button>
        <Button size="large" onClick={onEnd}>
          {say('cancel')}
        </Button>
      </div>
    </Form>
  );
}
