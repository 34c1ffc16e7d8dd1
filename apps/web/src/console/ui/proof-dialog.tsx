import { recoveryCodeLength } from '@proofkeep/contract';
import { Form, Input, Modal } from 'antd';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { words } from '../../ui/words/words.ts';
import { cancelStepUp, submitStepUpCode, useIsStepUpOpen } from './step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-proof', text);

/** Asks for a second-factor code while a call waits for one. */
export function ProofDialog() {
  const say = useWords();
  const isAsked = useIsStepUpOpen();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, ({ code }: { code: string }) => submitStepUpCode(code));
  return (
    <Modal
      open={isAsked}
      title={say('title')}
      okText={say('confirm')}
      cancelText={say('cancel')}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={cancelStepUp}
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
          <Input autoFocus autoComplete="one-time-code" maxLength={recoveryCodeLength.max} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
