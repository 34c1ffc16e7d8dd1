import { calls, type PaymentIssue } from '@proofkeep/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { toast } from '../../ui/toast.ts';
import { words } from '../../ui/words.ts';
import { Refusal } from '../ui/refusal.tsx';
import { useSubmit } from '../ui/use-submit.ts';

const useWords = words('console-issue-review', {
  review: ['处理', 'Deal with it'],
  title: ['写明处理结果', 'Write down what was done'],
  told: [
    '没有入账，订单状态也没有变。请用平台流水号在支付平台核对：确已付款的，在支付平台退回后在此写明。',
    'Nothing was booked, and the order is as it was. Look it up at the provider by its number: what was paid, give back there, and write it down here.',
  ],
  refund: [
    '支付平台未能退回。请在支付平台查明原因，另行退回后在此写明。',
    'The provider did not pay it back. Find out why, give it back another way, and write it down here.',
  ],
  note: ['处理结果', 'What was done'],
  noteHelp: ['写入审计记录，至少 4 个字', 'It is written into the audit trail: at least 4 characters'],
  noteMissing: ['请写明处理结果，4 至 500 个字', 'Write down what was done: 4 to 500 characters'],
  save: ['标记为已处理', 'Mark as done'],
  cancel: ['取消', 'Cancel'],
  saved: ['已标记为处理', 'Marked as done'],
});

/** Whoever has dealt with it writes down what he did: no money moves by this. */
export function Review({ issue: { issueId, refund } }: { issue: PaymentIssue }) {
  const say = useWords();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async ({ note }: { note: string }) => {
    await ask(calls.consoleBilling.reviewPaymentIssue, { issueId, note });
    setOpen(false);
    toast.success(say('saved'));
    const { paymentIssues, ledgerStanding } = calls.consoleBilling;
    for (const { path } of [paymentIssues, ledgerStanding]) await queries.invalidateQueries({ queryKey: [path] });
  });
  return (
    <>
      <div className="money-acts">
        <Button onClick={() => setOpen(true)}>{say('review')}</Button>
      </div>
      <Modal
        open={isOpen}
        title={say('title')}
        okText={say('save')}
        cancelText={say('cancel')}
        confirmLoading={isSending}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p>{say(refund ? 'refund' : 'told')}</p>
        <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} preserve={false}>
          <Refusal>{refusal}</Refusal>
          <Form.Item
            name="note"
            label={say('note')}
            extra={say('noteHelp')}
            rules={[{ required: true, whitespace: true, min: 4, max: 500, message: say('noteMissing') }]}
          >
            <Input.TextArea autoFocus rows={3} maxLength={500} />
          </Form.Item>
        </Form>
      </Modal>
    </>
  );
}
