import { Form, Input, Modal } from 'antd';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { words } from '../../ui/words/words.ts';
import { refuseProof, showProof, useIsProofAsked } from './proof.ts';

const useWords = words('console-proof', {
  title: ['确认是您本人', 'Confirm that it is you'],
  why: [
    '此操作影响较大。请输入验证器应用上的 6 位验证码，或一个恢复码；15 分钟内无需再次确认。',
    'This has consequences. Enter the 6 digits of your authenticator app, or a recovery code: it holds for 15 minutes.',
  ],
  code: ['验证码或恢复码', 'Code or recovery code'],
  missing: ['请输入验证码或恢复码', 'Enter the code or a recovery code'],
  confirm: ['确认', 'Confirm'],
  cancel: ['取消', 'Cancel'],
});

/** Asks for a code of the second factor whenever something waits for it. */
export function ProofDialog() {
  const say = useWords();
  const isAsked = useIsProofAsked();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, ({ code }: { code: string }) => showProof(code));
  return (
    <Modal
      open={isAsked}
      title={say('title')}
      okText={say('confirm')}
      cancelText={say('cancel')}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={refuseProof}
      destroyOnHidden
    >
      <p>{say('why')}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} preserve={false}>
        <Refusal>{refusal}</Refusal>
        <Form.Item
          name="code"
          label={say('code')}
          rules={[{ required: true, whitespace: true, message: say('missing') }]}
        >
          <Input autoFocus autoComplete="one-time-code" maxLength={24} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
