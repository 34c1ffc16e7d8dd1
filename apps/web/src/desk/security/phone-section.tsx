import { calls, type SentOf } from '@proofkeep/contract';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { PhoneField } from '../../ui/forms/phone-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { Section } from './section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('phone-section', text);

export function PhoneSection({ phone }: { phone: string }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t('title')}
      hint={t('now', { phone })}
      action={!isOpen && <Button onClick={() => setOpen(true)}>{t('change')}</Button>}
    >
      {isOpen && <ChangeForm onEnd={() => setOpen(false)} />}
    </Section>
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
      <div className="actions">
        <Button type="primary" htmlType="submit" size="large" loading={isSending}>
          {t('submit')}
        </Button>
        <Button size="large" onClick={onEnd}>
          {t('cancel')}
        </Button>
      </div>
    </Form>
  );
}
