import { calls, type PaymentIssue, type ReviewOutcome } from '@proofkeep/contract';
import { Button, Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { refresh } from '../../../api/refresh.ts';
import { Refusal } from '../../../ui/forms/refusal.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import { askProven } from '../../ui/proof.ts';

const useWords = words('console-issue-review', {
  review: ['处理', 'Deal with it'],
  title: ['处理异常付款', 'Deal with this payment'],
  noted: [
    '账本里没有这笔款项，订单状态也没有变。请用平台流水号在支付平台核对，并写明结果。',
    'There is no such money in the ledger, and the order is as it was. Look it up at the provider by its number, and write down what you found.',
  ],
  booked: [
    '款项已单独入账，尚未计入客户余额。请先用平台流水号在支付平台核对，再选择结果；账本随之变动，不能撤回。',
    'The money stands apart in the ledger; the customer does not have it yet. Look it up at the provider by its number first. The ledger follows what you choose, and it cannot be taken back.',
  ],
  refund: [
    '支付平台尚未退回这笔款项。请先在支付平台查明，再选择结果；账本随之变动，不能撤回。',
    'The provider has not paid this back. Find out why there first. The ledger follows what you choose, and it cannot be taken back.',
  ],
  outcome: ['款项去向', 'What came of the money'],
  outcomeMissing: ['请选择款项去向', 'Choose what came of the money'],
  'paid-back': ['已在支付平台退给付款人', 'It was paid back to the payer at the provider'],
  kept: ['不再退回，计入客户余额', 'It does not go back: the customer has it in the balance'],
  'kept-refund': ['退款不再进行，恢复到退款前', 'The refund is given up: all is as before it'],
  'none-came': ['支付平台没有收到这笔款项', 'The provider never had it'],
  note: ['处理结果', 'What was done'],
  noteHelp: ['写入审计记录，至少 4 个字', 'It is written into the audit trail: at least 4 characters'],
  noteMissing: ['请写明处理结果，4 至 500 个字', 'Write down what was done: 4 to 500 characters'],
  save: ['标记为已处理', 'Mark as done'],
  cancel: ['取消', 'Cancel'],
  saved: ['已标记为处理', 'Marked as done'],
});

interface Values {
  outcome?: ReviewOutcome;
  note: string;
}

/** Whoever has dealt with it says what came of it, and the ledger follows. */
export function Review({ issue: { issueId, kind, refund, outcomes } }: { issue: PaymentIssue }) {
  const say = useWords();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<Values>();
  const isNoteAlone = outcomes.includes('noted');
  const { refusal, isSending, submit } = useSubmit(form, async ({ outcome = 'noted', note }: Values) => {
    await askProven(calls.consoleBilling.reviewPaymentIssue, { issueId, outcome, note });
    setOpen(false);
    toast.success(say('saved'));
    await refresh('paymentIssues');
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
        <p>{say(isNoteAlone ? 'noted' : refund ? 'refund' : 'booked')}</p>
        <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} preserve={false}>
          <Refusal>{refusal}</Refusal>
          {!isNoteAlone && (
            <Form.Item
              name="outcome"
              label={say('outcome')}
              rules={[{ required: true, message: say('outcomeMissing') }]}
            >
              <Radio.Group className="money-outcomes">
                {outcomes.map((outcome) => (
                  <Radio key={outcome} value={outcome}>
                    {say(outcome === 'kept' && kind === 'refund' ? 'kept-refund' : outcome)}
                  </Radio>
                ))}
              </Radio.Group>
            </Form.Item>
          )}
          <Form.Item
            name="note"
            label={say('note')}
            extra={say('noteHelp')}
            rules={[{ required: true, whitespace: true, min: 4, max: 500, message: say('noteMissing') }]}
          >
            <Input.TextArea rows={3} maxLength={500} />
          </Form.Item>
        </Form>
      </Modal>
    </>
  );
}
