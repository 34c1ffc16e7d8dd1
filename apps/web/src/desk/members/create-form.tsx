import { calls, LoginName, type Phone } from '@proofkeep/contract';
import { Button, Drawer, Form, Input } from 'antd';
import type { z } from 'zod';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { PhoneField } from '../../ui/forms/phone-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useRules } from '../../ui/forms/rules.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { whenLeft } from '../../ui/forms/when-left.ts';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { type Granted, GrantedFields, grantedOf, nothingGranted } from './granted-fields.tsx';

const useWords = words('member-create', {
  title: ['创建子账号', 'Create a sub-account'],
  hint: [
    '验证码发送到成员的手机，请向其索取。创建后，成员可用手机号和验证码登录，也可由您设置密码。',
    'The code goes to the member’s phone: ask for it. Afterwards the member signs in with phone and code, or with a password that you set.',
  ],
  name: ['姓名', 'Name'],
  loginName: ['登录名', 'Sign-in name'],
  loginNameHint: [
    '以字母开头，3 至 40 个字母、数字、点、横线或下划线；不区分大小写',
    '3 to 40 letters, digits, dots, dashes or underscores, a letter first; case does not count',
  ],
  loginNameWrong: ['请输入有效的登录名', 'Enter a sign-in name of this form'],
  submit: ['创建子账号', 'Create the sub-account'],
  done: ['子账号已创建', 'The sub-account is created'],
});

interface Values extends Granted {
  phone: z.infer<typeof Phone>;
  code: string;
  name: string;
  loginName: string;
}

export function CreateForm({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useWords();
  return (
    <Drawer open={isOpen} onClose={onClose} title={say('title')} size={480} destroyOnHidden>
      <Fields onClose={onClose} />
    </Drawer>
  );
}

function Fields({ onClose }: { onClose: () => void }) {
  const say = useWords();
  const rules = useRules();
  const [form] = Form.useForm<Values>();
  const { confirmed } = useConfirmed();
  const { refusal, isSending, submit } = useSubmit(form, async ({ permissions, limitYuan, ...values }: Values) => {
    await confirmed(() => ask(calls.members.createMember, { ...values, ...grantedOf({ permissions, limitYuan }) }));
    toast.success(say('done'));
    void refresh('members');
    onClose();
  });
  const isLoginName = (value: unknown) => LoginName.safeParse(value).success;
  return (
    <Form form={form} layout="vertical" requiredMark={false} initialValues={nothingGranted} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <p className="secondary members-hint">{say('hint')}</p>
      <Form.Item name="name" label={say('name')} {...whenLeft(rules.name)}>
        <Input autoComplete="off" maxLength={60} size="large" />
      </Form.Item>
      <Form.Item
        name="loginName"
        label={say('loginName')}
        extra={say('loginNameHint')}
        {...whenLeft([
          {
            validator: (_rule, value) =>
              isLoginName(value) ? Promise.resolve() : Promise.reject(new Error(say('loginNameWrong'))),
          },
        ])}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={40} size="large" />
      </Form.Item>
      <PhoneField />
      <CodeField purpose="member" />
      <GrantedFields />
      <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
        {say('submit')}
      </Button>
    </Form>
  );
}
