import '../../ui/second-factor/second-factor.css';
import './own.css';
import { calls } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { ConfirmAuthenticator } from '../../ui/second-factor/confirm-authenticator.tsx';
import { RecoveryCodes } from '../../ui/second-factor/recovery-codes.tsx';
import { words } from '../../ui/words/words.ts';
import { whoIsStaff } from '../guard.ts';
import { NewPassword } from '../ui/new-password.tsx';
import { askProven } from '../ui/proof.ts';

const useWords = words('console-own', {
  title: ['我的登录与安全', 'Your sign-in and security'],
  userName: ['用户名', 'User name'],
  password: ['修改密码', 'Change the password'],
  passwordHint: [
    '修改后，您在其他地方的管理台登录都会退出。',
    'Afterwards you are signed out of the console everywhere else.',
  ],
  oldPassword: ['当前密码', 'Present password'],
  noPassword: ['请输入当前密码', 'Enter the present password'],
  changed: ['密码已修改', 'The password is changed'],
  factor: ['验证器', 'Authenticator'],
  left_one: ['还剩 {count} 个恢复码。', '{count} recovery code is left.'],
  left_other: ['还剩 {count} 个恢复码。', '{count} recovery codes are left.'],
  factorHint: [
    '更换手机或恢复码将用完时，请重新设置：旧验证器和旧恢复码在新验证器确认后失效。',
    'For a new phone, or when recovery codes run out: the old authenticator and the old codes are void once the new one is confirmed.',
  ],
  replace: ['更换验证器', 'Set up another authenticator'],
  cancel: ['取消', 'Cancel'],
  replaced: ['新验证器已启用', 'The new authenticator is in use'],
});

export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const { data: me } = useQuery(whoIsStaff);
  return (
    <>
      <div className="page-heading">
        <h1>{say('title')}</h1>
        <span className="secondary">
          {say('userName')} <code>{me?.userName}</code>
        </span>
      </div>
      <div className="own">
        <ChangePassword />
        <Factor left={me?.recoveryCodesLeft ?? 0} />
      </div>
    </>
  );
}

interface Change {
  oldPassword: string;
  password: string;
}

function ChangePassword() {
  const say = useWords();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async ({ oldPassword, password }: Change) => {
    await askProven(calls.console.changeStaffPassword, { oldPassword, password });
    form.resetFields();
    toast.success(say('changed'));
  });
  return (
    <section className="panel own-panel">
      <h2>{say('password')}</h2>
      <p className="secondary">{say('passwordHint')}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <Form.Item
          name="oldPassword"
          label={say('oldPassword')}
          rules={[{ required: true, message: say('noPassword') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} size="large" />
        </Form.Item>
        <NewPassword />
        <Button type="primary" htmlType="submit" loading={isSending}>
          {say('password')}
        </Button>
      </Form>
    </section>
  );
}

function Factor({ left }: { left: number }) {
  const say = useWords();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const beginning = useMutation({ mutationFn: () => askProven(calls.console.beginStaffFactor, {}) });
  const begun = beginning.data;
  const confirm = async (code: string) => {
    if (!begun) return;
    const { recoveryCodes } = await ask(calls.console.confirmStaffFactor, { ticket: begun.ticket, code });
    setCodes(recoveryCodes);
    beginning.reset();
    toast.success(say('replaced'));
    await queries.invalidateQueries({ queryKey: whoIsStaff.queryKey });
  };
  return (
    <section className="panel own-panel">
      <h2>{say('factor')}</h2>
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} fileName="proofkeep-console-recovery-codes.txt" onKept={() => setCodes([])} />
      ) : begun ? (
        <>
          <ConfirmAuthenticator enrolment={begun} onCode={confirm} />
          <Button onClick={() => beginning.reset()}>{say('cancel')}</Button>
        </>
      ) : (
        <>
          <p>{say('left', { count: left })}</p>
          <p className="secondary">{say('factorHint')}</p>
          <Button onClick={() => beginning.mutate()} loading={beginning.isPending}>
            {say('replace')}
          </Button>
        </>
      )}
    </section>
  );
}
