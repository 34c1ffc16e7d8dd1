import { calls, type Member } from '@proofkeep/contract';
import { Button, Drawer, Form } from 'antd';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { PhoneField } from '../../ui/forms/phone-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('member-phone', text);

interface Values {
  phone: string;
  code: string;
}

/** Changes the phone of a sub-account by the code sent to the new one. */
export function MemberPhoneForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords();
  const [form] = Form.useForm<Values>();
  const { confirmed } = useConfirmed();
  const { userId, name, phone: before } = member;
  const { refusal, isSending, submit } = useSubmit(form, async (values: Values) => {
    await confirmed(() => ask(calls.members.changeMemberPhone, { userId, ...values }));
    toast.success(t('done'));
    void refresh('members');
    onClose();
  });
  return (
    <Drawer open onClose={onClose} title={t('title', { name })} size={480}>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <p className="secondary members-hint">{t('hint', { phone: before ?? '-' })}</p>
        <PhoneField />
        <CodeField purpose="member" />
        <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
          {t('save')}
        </Button>
      </Form>
    </Drawer>
  );
}
