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
export function Revoke({
  matter: { id, attempt, name },
  onRevoked,
}: {
  matter: CertificationCase;
  onRevoked: () => void;
}) {
  const say = useWords();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<{ reason: string }>();
  const { refusal, isSending, submit } = useSubmit(form, async ({ reason }: { reason: string }) => {
    await callWithStepUp(calls.certification.revokeCertification, { id, attempt, reason });
    setOpen(false);
    toast.success(say('done'));
    await refresh('certificationReviews');
    onRevoked();
  });
  return (
    <DecisionBar>
      <Button danger onClick={() => setOpen(true)}>
        {say('revoke')}
      </Button>
      <Modal
        open={isOpen}
        title={say('revoke')}
        okText={say('revoke')}
        okButtonProps={{ danger: true }}
        cancelText={say('cancel')}
        confirmLoading={isSending}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p>{say('what', { name })}</p>
        <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} preserve={false}>
          <Refusal>{refusal}</Refusal>
          <Form.Item
            name="reason"
            label={say('reason')}
            rules={[{ required: true, whitespace: true, ...certificationReasonLength, message: say('reasonMissing') }]}
          >
            <Input.TextArea autoFocus rows={3} maxLength={certificationReasonLength.max} />
          </Form.Item>
        </Form>
      </Modal>
    </DecisionBar>
  );
}
