import { type ConsoleInvoiceDetail, calls } from '@proofkeep/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { askProven } from '../ui/proof.ts';
import { DecisionBar } from '../ui/split.tsx';
import { type Numbered, NumberFields, numberedOf, today } from './number-fields.tsx';

const useWords = words('console-invoice-red-flush', {
  open: ['登记红冲', 'Note a red invoice'],
  title: ['登记红字发票', 'Note the red invoice'],
  hint: [
    '在税务平台开具红字发票后登记。此发票随即作废，其中未退款的订单可以重新开票；不能撤回。',
    'Issue the red invoice on the tax platform first. This one is then void, what was not refunded can be invoiced anew, and it cannot be taken back.',
  ],
  reason: ['原因（用户可见）', 'Reason, which the holder reads'],
  reasonWrong: ['请填写至少 4 个字的原因', 'Enter a reason of at least 4 characters'],
  refunded: ['订单已退款', 'An order was refunded'],
  flush: ['登记红冲', 'Note it'],
  cancel: ['取消', 'Cancel'],
  flushed: ['已登记红冲，已通知用户', 'It is noted, and the holder was told'],
});

type Values = Numbered & { reason: string };

export function RedFlush({ invoice, onChanged }: { invoice: ConsoleInvoiceDetail; onChanged: () => Promise<void> }) {
  const say = useWords();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<Values>();
  const { id, attempt, overCents } = invoice;
  const { refusal, isSending, submit } = useSubmit(form, async (values: Values) => {
    await askProven(calls.invoices.redFlush, { id, attempt, ...numberedOf(values), reason: values.reason.trim() });
    setOpen(false);
    toast.success(say('flushed'));
    await onChanged();
  });
  return (
    <DecisionBar>
      <Button danger type={overCents > 0 ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {say('open')}
      </Button>
      <Modal
        open={isOpen}
        title={say('title')}
        okText={say('flush')}
        okButtonProps={{ danger: true, loading: isSending }}
        cancelText={say('cancel')}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        width={560}
        destroyOnHidden
      >
        <p className="console-invoices-alert">{say('hint')}</p>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          preserve={false}
          initialValues={{ number: '', issuedOn: today(), reason: overCents > 0 ? say('refunded') : '' }}
          onFinish={submit}
        >
          <Refusal>{refusal}</Refusal>
          <NumberFields isRed />
          <Form.Item
            name="reason"
            label={say('reason')}
            rules={[{ required: true, whitespace: true, min: 4, max: 200, message: say('reasonWrong') }]}
          >
            <Input maxLength={200} />
          </Form.Item>
        </Form>
      </Modal>
    </DecisionBar>
  );
}
