import { calls, Phone } from '@proofkeep/contract';
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

const useWords = words('member-invite', {
  title: ['邀请用户', 'Invite somebody'],
  hint: [
    '被邀请者用自己的账号登录，接受后切换到本账号操作。邀请 7 天内有效。',
    'Whoever is invited keeps an own sign-in and, once accepted, switches to this account. An invitation is good for 7 days.',
  ],
  find: ['查找', 'Find'],
  unknown: [
    '该手机号尚未注册。可改为创建子账号，或请对方先注册。',
    'Nobody is registered with this phone. Create a sub-account, or ask them to register first.',
  ],
  found: ['将邀请 {name}（{phone}）', '{name} ({phone}) will be invited'],
  submit: ['发出邀请', 'Send the invitation'],
  done: ['邀请已发出', 'The invitation is sent'],
});

interface Found {
  name: string;
  phone: string;
}

export function InviteForm({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useWords();
  return (
    <Drawer open={isOpen} onClose={onClose} title={say('title')} size={480} destroyOnHidden>
      <Fields onClose={onClose} />
    </Drawer>
  );
}

type Values = Granted & { phone: string };

/** First who it is, then what he may do. */
function Fields({ onClose }: { onClose: () => void }) {
  const say = useWords();
  const [found, setFound] = useState<Found | null>(null);
  const [form] = Form.useForm<Values>();
  const { confirmed } = useConfirmed();
  const { refusal, isSending, submit } = useSubmit(form, async ({ phone, ...granted }: Values) => {
    if (!found) return find(phone);
    await confirmed(() => ask(calls.members.invite, { phone, ...grantedOf(granted) }));
    toast.success(say('done'));
    void refresh('members');
    onClose();
  });
  const find = async (phone: string) => {
    const { found: person } = await ask(calls.members.findByPhone, { phone: Phone.parse(phone) });
    setFound(person);
    if (!person) form.setFields([{ name: 'phone', errors: [say('unknown')] }]);
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={nothingGranted}
      onFinish={submit}
      onValuesChange={(changed: Partial<Values>) => changed.phone !== undefined && setFound(null)}
    >
      <Refusal>{refusal}</Refusal>
      <p className="secondary members-hint">{say('hint')}</p>
      <PhoneField />
      <p role="status" className="members-found">
        {found && say('found', { ...found })}
      </p>
      <div hidden={!found}>
        <GrantedFields />
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
        {say(found ? 'submit' : 'find')}
      </Button>
    </Form>
  );
}
