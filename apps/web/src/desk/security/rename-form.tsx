import { calls, nameLength } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useRules } from '../../ui/forms/rules.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('rename-form', text);

interface Names {
  name: string;
  accountName: string;
}

export function RenameForm({ onEnd, ...now }: Names & { onEnd: () => void }) {
  const t = useWords();
  const rules = useRules();
  const [form] = Form.useForm<Names>();
  const { refusal, isSending, submit } = useSubmit(form, async ({ name, accountName }: Names) => {
    await ask(calls.account.rename, { name, accountName });
    await queries.invalidateQueries();
    toast.success(t('done'));
    onEnd();
  });
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={now}
      onFinish={submit}
      className="security-form"
    >
      <Refusal>{refusal}</Refusal>
      <Form.Item name="name" label={t('name')} {...validateOnBlur(rules.name)}>
        <Input autoComplete="name" maxLength={nameLength} size="large" />
      </Form.Item>
      <Form.Item name="accountName" label={t('accountName')} extra={t('accountHint')} {...validateOnBlur(rules.name)}>
        <Input autoComplete="organization" maxLength={nameLength} size="large" />
      </Form.Item>
      <FormActions act={t('save')} cancel={t('cancel')} isSending={isSending} size="large" onCancel={onEnd} />
    </Form>
  );
}
