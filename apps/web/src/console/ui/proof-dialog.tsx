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
  const t = useWords();
  const isAsked = useIsStepUpOpen();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, ({ code }: { code: string }) => submitStepUpCode(code));
  return (
    <Modal
      open={isAsked}
      title={t('title')}
      okText={t('confirm')}
      cancelText={t('cancel')}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={cancelStepUp}
      destroyOnHidden
    >
      <p>{t('why')}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} preserve={false}>
        <Refusal>{refusal}</Refusal>
        <Form.Item name="code" label={t('code')} rules={[{ required: true, whitespace: true, message: t('missing') }]}>
          <Input autoFocus autoComplete="one-time-code" maxLength={recoveryCodeLength.max} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
