import { calls } from '@proofkeep/contract';
import { Form, Modal } from 'antd';
import { ApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { isDismissed, isKnownHere, makePasskey } from '../../ui/step-up/passkey.ts';
import { StepUpCancelled } from '../../ui/step-up/step-up-cancelled.ts';
import { words } from '../../ui/words/words.ts';
import { type AddFactorProps, FactorName } from './factor-name.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('add-passkey', text);

export function AddPasskey({ onAdded, onCancel }: AddFactorProps) {
  const t = useWords();
  const { confirmed } = useConfirmed();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async ({ name }: { name: string }) => {
    try {
      const made = await confirmed(makePasskey);
      const { recoveryCodes } = await ask(calls.signIn.addPasskey, { made, name });
      await refresh('secondFactors');
      onAdded(recoveryCodes);
    } catch (error) {
      if (error instanceof StepUpCancelled) return onCancel();
      if (isDismissed(error)) throw new ApiError('PASSKEY_INVALID', { message: t('dismissed') });
      if (isKnownHere(error)) throw new ApiError('PASSKEY_INVALID', { message: t('known') });
      throw error;
    }
  });
  return (
    <Modal open title={t('title')} footer={null} onCancel={onCancel} width={440}>
      <p className="secondary">{t('hint')}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={submit}
        initialValues={{ name: t('suggested') }}
        className="security-name-passkey"
      >
        <Refusal>{refusal}</Refusal>
        <FactorName act={t('submit')} isSending={isSending} />
      </Form>
    </Modal>
  );
}
