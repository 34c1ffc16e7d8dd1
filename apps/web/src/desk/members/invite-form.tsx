import { calls } from '@proofkeep/contract';
import { Button, Drawer, Form } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { PhoneField } from '../../ui/forms/phone-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { type Granted, GrantedFields, grantedOf, nothingGranted } from './granted-fields.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('member-invite', text);

interface Found {
  name: string;
  phone: string;
}

interface Props {
  /** Typed in another form before. */
  phone: string;
  onClose: () => void;
}

export function InviteForm({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const t = useWords();
  return (
    <Drawer open={isOpen} onClose={props.onClose} title={t('title')} size={480} destroyOnHidden>
      <Fields {...props} />
    </Drawer>
  );
}

type Values = Granted & { phone: string };

/** Two steps: find the user, then choose their permissions. */
function Fields({ phone: typed, onClose }: Props) {
  const t = useWords();
  const [found, setFound] = useState<Found | null>(null);
  const [form] = Form.useForm<Values>();
  const { confirmed } = useConfirmed();
  const find = async (phone: string) => {
    const { found: person } = await ask(calls.members.findByPhone, { phone });
    setFound(person);
    if (!person) form.setFields([{ name: 'phone', errors: [t('unknown')] }]);
  };
  const { refusal, isSending, submit } = useSubmit(form, async ({ phone, ...granted }: Values) => {
    if (!found) return find(phone);
    await confirmed(() => ask(calls.members.invite, { phone, ...grantedOf(granted) }));
    toast.success(t('done'));
    void refresh('members');
    onClose();
  });
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ ...nothingGranted, phone: typed }}
      onFinish={submit}
      onValuesChange={(changed: Partial<Values>) => changed.phone !== undefined && setFound(null)}
    >
      <Refusal>{refusal}</Refusal>
      <p className="secondary members-hint">{t('hint')}</p>
      <PhoneField />
      <p role="status" className="members-found">
        {found && t('found', { ...found })}
      </p>
      <div hidden={!found}>
        <GrantedFields />
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
        {t(found ? 'submit' : 'find')}
      </Button>
    </Form>
  );
}
