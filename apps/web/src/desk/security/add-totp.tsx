import { calls } from '@proofkeep/contract';
import { Form, Modal } from 'antd';
import { useEffect, useRef } from 'react';
import { isApiError, toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { CodeOrRecovery } from '../../ui/forms/code-or-recovery.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { QrCode } from '../../ui/kit/qr-code.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { useConfirmedAct } from '../../ui/step-up/use-confirmed-act.ts';
import { words } from '../../ui/words/words.ts';
import { type AddFactorProps, FactorName } from './factor-name.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('add-totp', text);

export function AddTotp({ onAdded, onCancel }: AddFactorProps) {
  const t = useWords();
  const begin = useConfirmedAct(() => ask(calls.signIn.newTotp, {}));
  const isAsked = useRef(false);
  const { mutate, data, error } = begin;
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate(undefined);
  }, [mutate]);
  useEffect(() => {
    if (error && !isApiError(error)) onCancel();
  }, [error, onCancel]);
  return (
    <Modal open={data !== undefined || error !== null} title={t('title')} footer={null} onCancel={onCancel} width={460}>
      {error && <Refusal>{toApiError(error).message}</Refusal>}
      {data ? <Pairing {...data} onAdded={onAdded} /> : !error && <Skeleton rows={6} />}
    </Modal>
  );
}

function Pairing({
  factorId,
  secret,
  address,
  onAdded,
}: { factorId: string; secret: string; address: string } & Pick<AddFactorProps, 'onAdded'>) {
  const t = useWords();
  const { confirmed } = useConfirmed();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: { code: string; name: string }) => {
    const { recoveryCodes } = await confirmed(() => ask(calls.signIn.addTotp, { factorId, ...input }));
    await refresh('secondFactors');
    onAdded(recoveryCodes);
  });
  return (
    <Form
      form={form}
      name="add-totp"
      layout="vertical"
      requiredMark={false}
      onFinish={submit}
      initialValues={{ name: t('suggested') }}
    >
      <h3 className="security-step">{t('scan')}</h3>
      <div className="security-qr">
        <QrCode text={address} label={t('qr')} />
        <div>
          <p className="secondary">{t('typed')}</p>
          <Copyable text={secret} what={t('secret')} kept={32} />
        </div>
      </div>
      <h3 className="security-step">{t('enter')}</h3>
      <Refusal>{refusal}</Refusal>
      <CodeOrRecovery isRecovery={false} />
      <FactorName act={t('submit')} isSending={isSending} />
    </Form>
  );
}
