import { type CertificationCase, calls, certificationReasonLength } from '@proofkeep/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import { callWithStepUp } from '../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-certification-revoke', text);

/** Revokes an approval; requires the second factor. */
export function Revoke({ item: { id, attempt, name }, onRevoked }: { item: CertificationCase; onRevoked: () => void }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<{ reason: string }>();
  const { refusal, isSending, submit } = useSubmit(form, async ({ reason }: { reason: string }) => {
    await callWithStepUp(calls.certification.revokeCertification, { id, attempt, reason });
    setOpen(false);
    toast.success(t('done'));
    await refresh('certificationReviews');
    onRevoked();
  });
  return (
    <DecisionBar>
      <Button danger onClick={() => setOpen(true)}>
        {t('revoke')}
      </Button>
      <Modal
        open={isOpen}
        title={t('revoke')}
        okText={t('revoke')}
        okButtonProps={{ danger: true }}
        cancelText={t('cancel')}
        confirmLoading={isSending}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p>{t('what', { name })}</p>
        <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} preserve={false}>
          <Refusal>{refusal}</Refusal>
          <Form.Item
            name="reason"
            label={t('reason')}
            rules={[{ required: true, whitespace: true, ...certificationReasonLength, message: t('reasonMissing') }]}
          >
            <Input.TextArea autoFocus rows={3} maxLength={certificationReasonLength.max} />
          </Form.Item>
        </Form>
      </Modal>
    </DecisionBar>
  );
}
