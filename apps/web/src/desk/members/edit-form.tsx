import { calls, type Member, nameLength } from '@proofkeep/contract';
import { Button, Drawer, Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useRules } from '../../ui/forms/rules.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { type Granted, GrantedFields, grantedOf, typedOf } from './granted-fields.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('member-edit', text);

type Values = Granted & { name: string };

export function EditForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords();
  const rules = useRules();
  const [form] = Form.useForm<Values>();
  const { confirmed } = useConfirmed();
  const { refusal, isSending, submit } = useSubmit(form, async ({ name, ...granted }: Values) => {
    await confirmed(() => ask(calls.members.editMember, { userId: member.userId, name, ...grantedOf(granted) }));
    toast.success(t('done'));
    void refresh('members');
    onClose();
  });
  return (
    <Drawer open onClose={onClose} title={t('title', { name: member.name })} size={480}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: member.name, ...typedOf(member) }}
        onFinish={submit}
      >
        <Refusal>{refusal}</Refusal>
        <p className="secondary members-hint">{t('at')}</p>
        <Form.Item name="name" label={t('name')} {...validateOnBlur(rules.name)}>
          <Input autoComplete="off" maxLength={nameLength} size="large" />
        </Form.Item>
        <GrantedFields />
        <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
          {t('save')}
        </Button>
      </Form>
    </Drawer>
  );
}
