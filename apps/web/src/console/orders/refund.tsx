import { type ConsoleOrderDetail, calls, payWayWords, reasonLength } from '@proofkeep/contract';
import { Button, Form, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { amount, centsOf } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { callWithStepUp } from '../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-refund', text);

interface Values {
  yuan: number | null;
  reason: string;
}

/** Suggested amount: the unused part of a package, otherwise everything refundable. */
const offered = ({ package: bought, refundableCents, refundedCents }: ConsoleOrderDetail): number =>
  bought ? Math.min(refundableCents, Math.max(0, bought.unusedCents - refundedCents)) : refundableCents;

export function Refund({ order }: { order: ConsoleOrderDetail }) {
  const t = useWords();
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
      const { state } = await callWithStepUp(calls.orders.refundOrder, {
        orderNo,
        amountCents,
        refundedCents,
        reason,
      });
      setOpen(false);
      toast.success(t(state === 'refunding' ? 'begun' : 'done', { amount: amount(amountCents) }));
      await refresh('consoleOrders');
    } catch (error) {
      if (isApiError(error, 'STATE_FORBIDS')) await refresh('consoleOrders');
      throw error;
    }
  });
  const validator = (_rule: unknown, value: number | null) =>
    centsOf(value) > 0 && centsOf(value) <= order.refundableCents
      ? Promise.resolve()
      : Promise.reject(new Error(t('wrong', most)));
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {t('refund')}
      </Button>
      <Modal
        open={isOpen}
        title={t('title')}
        okText={isRight ? t('submit', { amount: amount(cents) }) : t('refund')}
        okButtonProps={{ danger: true }}
        cancelText={t('cancel')}
        confirmLoading={isSending}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p>{t('back', { way: order.paidBy ? wordIn(payWayWords[order.paidBy], language) : '-' })}</p>
        {order.package && <p className="secondary">{t('package', { amount: amount(order.package.unusedCents) })}</p>}
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ yuan: offered(order) / 100 || null, reason: '' }}
          onFinish={submit}
          preserve={false}
        >
          <Refusal>{refusal}</Refusal>
          <Form.Item name="yuan" label={t('amount')} extra={t('help', most)} rules={[{ validator }]}>
            <InputNumber<number>
              autoFocus
              className="console-orders-amount"
              prefix="¥"
              precision={2}
              controls={false}
              inputMode="decimal"
            />
          </Form.Item>
          <Form.Item
            name="reason"
            label={t('reason')}
            extra={t('reasonHelp')}
            rules={[{ required: true, whitespace: true, ...reasonLength, message: t('reasonMissing') }]}
          >
            <Input.TextArea rows={3} maxLength={reasonLength.max} />
          </Form.Item>
        </Form>
      </Modal>
    </>
  );
}
