import { type ConsoleOrderDetail, calls, payWayWords } from '@proofkeep/contract';
import { Button, Form, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { refresh } from '../../api/refresh.ts';
import { isRefused } from '../../api/refused.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { amount, centsOf } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { askProven } from '../ui/proof.ts';

const useWords = words('console-refund', {
  refund: ['退款', 'Refund'],
  title: ['退款', 'Refund the order'],
  submit: ['退款 {amount}', 'Refund {amount}'],
  cancel: ['取消', 'Cancel'],
  back: [
    '款项按原路退回：{way}。提交后不能撤回，客户会收到通知。',
    'It goes back the way it came: {way}. It cannot be taken back, and the customer is told.',
  ],
  package: [
    '套餐未用部分价值 {amount}。累计退款达到此金额后，套餐立即停用。',
    'What is unused of the package is worth {amount}. Once so much went back in all, the package can be used no more.',
  ],
  amount: ['退款金额（元）', 'Amount (CNY)'],
  help: ['最多 {amount}', 'At most {amount}'],
  wrong: ['请输入 ¥0.01 至 {amount} 之间的金额', 'Enter an amount from ¥0.01 to {amount}'],
  reason: ['原因', 'Reason'],
  reasonHelp: [
    '只写入审计记录，付款人看不到；至少 4 个字',
    'For the audit trail alone; who paid does not read it. At least 4 characters',
  ],
  reasonMissing: ['请填写原因，4 至 200 个字', 'Give the reason: 4 to 200 characters'],
  done: ['已退款 {amount}', '{amount} were given back'],
  begun: ['已提交退款 {amount}', '{amount} are on their way back'],
});

interface Values {
  yuan: number | null;
  reason: string;
}

/** Of a package what nobody used; else all that can be given back. */
const offered = ({ package: bought, refundableCents, refundedCents }: ConsoleOrderDetail): number =>
  bought ? Math.min(refundableCents, Math.max(0, bought.unusedCents - refundedCents)) : refundableCents;

/** The button that gives back, and the dialog in which amount and reason are given. */
export function Refund({ order }: { order: ConsoleOrderDetail }) {
  const say = useWords();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<Values>();
  const cents = centsOf(Form.useWatch('yuan', form));
  const most = { amount: amount(order.refundableCents) };
  const isRight = cents > 0 && cents <= order.refundableCents;
  const { refusal, isSending, submit } = useSubmit(form, async ({ yuan, reason }: Values) => {
    const amountCents = centsOf(yuan);
    const { orderNo, refundedCents } = order;
    try {
      const { state } = await askProven(calls.billing.refundOrder, { orderNo, amountCents, refundedCents, reason });
      setOpen(false);
      toast.success(say(state === 'refunding' ? 'begun' : 'done', { amount: amount(amountCents) }));
      await refresh('consoleOrders');
    } catch (error) {
      if (isRefused(error, 'STATE_FORBIDS')) await refresh('consoleOrders');
      throw error;
    }
  });
  const validator = (_rule: unknown, value: number | null) =>
    centsOf(value) > 0 && centsOf(value) <= order.refundableCents
      ? Promise.resolve()
      : Promise.reject(new Error(say('wrong', most)));
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {say('refund')}
      </Button>
      <Modal
        open={isOpen}
        title={say('title')}
        okText={isRight ? say('submit', { amount: amount(cents) }) : say('refund')}
        okButtonProps={{ danger: true }}
        cancelText={say('cancel')}
        confirmLoading={isSending}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p>{say('back', { way: order.paidBy ? wordIn(payWayWords[order.paidBy], language) : '-' })}</p>
        {order.package && <p className="secondary">{say('package', { amount: amount(order.package.unusedCents) })}</p>}
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ yuan: offered(order) / 100 || null, reason: '' }}
          onFinish={submit}
          preserve={false}
        >
          <Refusal>{refusal}</Refusal>
          <Form.Item name="yuan" label={say('amount')} extra={say('help', most)} rules={[{ validator }]}>
            <InputNumber<number>
              autoFocus
              className="money-amount"
              prefix="¥"
              precision={2}
              controls={false}
              inputMode="decimal"
            />
          </Form.Item>
          <Form.Item
            name="reason"
            label={say('reason')}
            extra={say('reasonHelp')}
            rules={[{ required: true, whitespace: true, min: 4, max: 200, message: say('reasonMissing') }]}
          >
            <Input.TextArea rows={3} maxLength={200} />
          </Form.Item>
        </Form>
      </Modal>
    </>
  );
}
