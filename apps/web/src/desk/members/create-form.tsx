import { calls, isLoginName, loginNameLength, nameLength } from '@proofkeep/contract';
import { Button, Drawer, Form, Input } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { PhoneField } from '../../ui/forms/phone-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useRules } from '../../ui/forms/rules.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { meets, validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { Created, type CreatedMember } from './created-member.tsx';
import { type Granted, GrantedFields, grantedOf, nothingGranted } from './granted-fields.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('member-create', text);

interface Values extends Granted {
  phone: string;
  code: string;
  name: string;
  loginName: string;
}

interface Props {
  onClose: () => void;
  /** Opens the form that invites the user of this phone. */
  onInvite: (phone: string) => void;
}

export function CreateForm({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const t = useWords();
  return (
    <Drawer open={isOpen} onClose={props.onClose} title={t('title')} size={480} destroyOnHidden>
      <Steps {...props} />
    </Drawer>
  );
}

/** Creates the member, then shows what to hand to them. */
function Steps(props: Props) {
  const [created, setCreated] = useState<CreatedMember | null>(null);
  if (created) return <Created member={created} onClose={props.onClose} />;
  return <Fields {...props} onCreated={setCreated} />;
}

function Fields({ onInvite, onCreated }: Props & { onCreated: (member: CreatedMember) => void }) {
  const t = useWords();
  const rules = useRules();
  const [form] = Form.useForm<Values>();
  const { confirmed } = useConfirmed();
  const { refusal, isSending, submit } = useSubmit(
    form,
    async ({ permissions, scope, limitYuan, ...values }: Values) => {
      const granted = grantedOf({ permissions, scope, limitYuan });
      const created = await confirmed(() => ask(calls.members.createMember, { ...values, ...granted }));
      void refresh('members');
      onCreated({ ...created, name: values.name });
    },
  );
  return (
    <Form form={form} layout="vertical" requiredMark={false} initialValues={nothingGranted} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <p className="secondary members-hint">{t('hint')}</p>
      <Form.Item name="name" label={t('name')} {...validateOnBlur(rules.name)}>
        <Input autoComplete="off" maxLength={nameLength} size="large" />
      </Form.Item>
      <Form.Item
        name="loginName"
        label={t('loginName')}
        extra={t('loginNameHint')}
        {...validateOnBlur([meets(isLoginName, t('loginNameWrong'))])}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={loginNameLength} size="large" />
      </Form.Item>
      <PhoneField />
      <p className="members-instead">
        {t('registered')}{' '}
        <Button type="link" size="small" onClick={() => onInvite(form.getFieldValue('phone') ?? '')}>
          {t('inviteInstead')}
        </Button>
      </p>
      <CodeField purpose="member" />
      <GrantedFields />
      <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
        {t('submit')}
      </Button>
    </Form>
  );
}
