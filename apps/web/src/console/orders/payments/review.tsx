import { calls, type PaymentIssue, type ReviewOutcome, statementLength } from '@proofkeep/contract';
import { Button, Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { refresh } from '../../../api/refresh.ts';
import { Refusal } from '../../../ui/forms/refusal.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import { callWithStepUp } from '../../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-issue-review', text);

interface Values {
  outcome?: ReviewOutcome;
  note: string;
}

/** Lets the operator record the outcome of an issue; the ledger is updated to match. */
export function Review({ issue: { issueId, kind, refund, outcomes } }: { issue: PaymentIssue }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<Values>();
  const isNoteAlone = outcomes.includes('noted');
  const { refusal, isSending, submit } = useSubmit(form, async ({ outcome = 'noted', note }: Values) => {
    await callWithStepUp(calls.consoleOrders.reviewPaymentIssue, { issueId, outcome, note });
    setOpen(false);
    toast.success(t('saved'));
    await refresh('paymentIssues');
  });
  return (
    <>
      <div className="console-orders-acts">
        <Button onClick={() => setOpen(true)}>{t('review')}</Button>
      </div>
      <Modal
        open={isOpen}
        title={t('title')}
        okText={t('save')}
        cancelText={t('cancel')}
        confirmLoading={isSending}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p>{t(isNoteAlone ? 'noted' : refund ? 'refund' : 'booked')}</p>
        <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} preserve={false}>
          <Refusal>{refusal}</Refusal>
          {!isNoteAlone && (
            <Form.Item name="outcome" label={t('outcome')} rules={[{ required: true, message: t('outcomeMissing') }]}>
              <Radio.Group className="console-orders-outcomes">
                {outcomes.map((outcome) => (
                  <Radio key={outcome} value={outcome}>
                    {t(outcome === 'kept' && kind === 'refund' ? 'kept-refund' : outcome)}
                  </Radio>
                ))}
              </Radio.Group>
            </Form.Item>
          )}
          <Form.Item
            name="note"
            label={t('note')}
            extra={t('noteHelp')}
            rules={[{ required: true, whitespace: true, ...statementLength, message: t('noteMissing') }]}
          >
            <Input.TextArea rows={3} maxLength={statementLength.max} />
          </Form.Item>
        </Form>
      </Modal>
    </>
  );
}
