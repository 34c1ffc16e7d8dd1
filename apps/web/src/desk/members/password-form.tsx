import { calls, type Member } from '@proofkeep/contract';
import { Form, Modal } from 'antd';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { NewPasswordField } from '../../ui/forms/new-password-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';

const useWords = words('member-password', {
  title: ['设置“{name}”的密码', 'Set the password of {name}'],
  hint: [
    '设置后，该成员在所有设备上的登录都会退出；下次登录时须先设置自己的密码。',
    'The member is signed out on every device, and chooses a password of their own at the next sign-in.',
  ],
  password: ['新密码', 'New password'],
  save: ['设置密码', 'Set the password'],
  cancel: ['取消', 'Cancel'],
  done: ['密码已设置', 'The password is set'],
});

export function PasswordForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useWords();
  const [form] = Form.useForm<{ password: string }>();
  const { confirmed } = useConfirmed();
  const { refusal, isSending, submit } = useSubmit(form, async ({ password }: { password: string }) => {
    await confirmed(() => ask(calls.members.setMemberPassword, { userId: member.userId, password }));
    toast.success(say('done'));
    void refresh('members');
    onClose();
  });
  return (
    <Modal
      open
      title={say('title', { name: member.name })}
      okText={say('save')}
      cancelText={say('cancel')}
      okButtonProps={{ loading: isSending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <p className="secondary members-hint">{say('hint')}</p>
        <NewPasswordField label={say('password')} />
      </Form>
    </Modal>
  );
}
