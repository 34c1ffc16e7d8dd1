import { type AccountPage, calls, statementLength } from '@proofkeep/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { callWithStepUp } from '../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-bar', text);

interface Props {
  kind: 'account' | 'login';
  id: string;
  name: string;
  barred: AccountPage['barred'];
}

export function Bar({ kind, id, name, barred }: Props) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm();
  const isBarred = barred !== null;
  const { refusal, isSending, submit } = useSubmit(form, async ({ reason }: { reason: string }) => {
    await send(kind, isBarred, id, reason);
    setOpen(false);
    toast.success(t(isBarred ? 'unbarred' : 'barred'));
    await refresh('people');
  });
  const act = isBarred ? 'unbar' : 'bar';
  const label = t(kind === 'account' ? `${act}Account` : `${act}Login`);
  const what = isBarred
    ? t('unbarWhat', { name })
    : t(kind === 'account' ? 'barAccountWhat' : 'barLoginWhat', { name });
  return (
    <>
      <Button danger={!isBarred} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        open={isOpen}
        title={label}
        okText={label}
        okButtonProps={{ danger: !isBarred }}
        cancelText={t('cancel')}
        confirmLoading={isSending}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p>{what}</p>
        <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} preserve={false}>
          <Refusal>{refusal}</Refusal>
          <Form.Item
            name="reason"
            label={t('reason')}
            extra={t('reasonHelp')}
            rules={[{ required: true, whitespace: true, ...statementLength, message: t('reasonMissing') }]}
          >
            <Input.TextArea autoFocus rows={3} maxLength={statementLength.max} />
          </Form.Item>
        </Form>
      </Modal>
    </>
  );
}

function send(kind: Props['kind'], isBarred: boolean, id: string, reason: string) {
  const { barAccount, barLogin, unbarAccount, unbarLogin } = calls.people;
  return kind === 'account'
    ? callWithStepUp(isBarred ? unbarAccount : barAccount, { accountId: id, reason })
    : callWithStepUp(isBarred ? unbarLogin : barLogin, { loginId: id, reason });
}
