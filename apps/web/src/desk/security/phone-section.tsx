import { calls, type SentOf } from '@proofkeep/contract';
import { Form } from 'antd';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { PhoneField } from '../../ui/forms/phone-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { ChangeSection } from './change-section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('phone-section', text);

export function PhoneSection({ phone }: { phone: string }) {
  const t = useWords();
  return (
    <ChangeSection
      title={t('title')}
      hint={t('now', { phone })}
      act={t('change')}
      form={(close) => <ChangeForm onEnd={close} />}
    />
  );
}

function ChangeForm({ onEnd }: { onEnd: () => void }) {
  const t = useWords();
  const { confirmed } = useConfirmed();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: SentOf<typeof calls.members.bindPhone>) => {
    await confirmed(() => ask(calls.members.bindPhone, input));
    await queries.invalidateQueries();
    toast.success(t('done'));
    onEnd();
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} className="security-form">
      <Refusal>{refusal}</Refusal>
      <PhoneField />
      <CodeField purpose="bind" />
      <FormActions act={t('submit')} cancel={t('cancel')} isSending={isSending} size="large" onCancel={onEnd} />
    </Form>
  );
}
