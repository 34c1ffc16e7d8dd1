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
import text from './words.json' with { type: 'json' };

const useWords = words('member-password', text);

export function PasswordForm({ member, onClose }: { member: Pick<Member, 'userId' | 'name'>; onClose: () => void }) {
  const t = useWords();
  const [form] = Form.useForm<{ password: string }>();
  const { confirmed } = useConfirmed();
  const { refusal, isSending, submit } = useSubmit(form, async ({ password }: { password: string }) => {
    await confirmed(() => ask(calls.members.setMemberPassword, { userId: member.userId, password }));
    toast.success(t('done'));
    void refresh('members');
    onClose();
  });
  return (
    <Modal
      open
      title={t('title', { name: member.name })}
      okText={t('save')}
      cancelText={t('cancel')}
      okButtonProps={{ loading: isSending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <p className="secondary members-hint">{t('hint')}</p>
        <NewPasswordField label={t('password')} />
      </Form>
    </Modal>
  );
}
