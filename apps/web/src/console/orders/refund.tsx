import { type ConsoleOrderDetail, calls, payWayWords, reasonLength } from '@proofkeep/contract';
import { Form } from 'antd';
import { isApiError } from '../../api/api-error.ts';
import { refresh } from '../../api/refresh.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { AmountField } from '../../ui/forms/amount-field.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { amount, centsOf } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { ReasonField, reasonOf } from '../ui/reason-field.tsx';
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
  const [form] = Form.useForm<Values>();
  const cents = centsOf(Form.useWatch('yuan', form));
  const most = { amount: amount(order.refundableCents) };
  const isPossible = cents > 0 && cents <= order.refundableCents;
  const send = async ({ yuan, reason }: Values) => {
    const { orderNo, refundedCents } = order;
    try {
      const amountCents = centsOf(yuan);
      return await callWithStepUp(calls.orders.refundOrder, { orderNo, amountCents, refundedCents, reason });
    } catch (error) {
      if (isApiError(error, 'STATE_FORBIDS')) await refresh('consoleOrders');
      throw error;
    }
  };
  return (
    <ActDialog
      isDanger
      label={t('refund')}
      title={t('title')}
      act={isPossible ? t('submit', { amount: amount(cents) }) : t('refund')}
      about={
        <>
          <p>{t('back', { way: order.paidBy ? wordIn(payWayWords[order.paidBy], language) : '-' })}</p>
          {order.package && <p className="secondary">{t('package', { amount: amount(order.package.unusedCents) })}</p>}
        </>
      }
      form={form}
      initialValues={{ yuan: offered(order) / 100 || null, reason: '' }}
      send={send}
      onSent={async ({ state }, { yuan }) => {
        toast.success(t(state === 'refunding' ? 'begun' : 'done', { amount: amount(centsOf(yuan)) }));
        await refresh('consoleOrders');
      }}
    >
      <AmountField
        name="yuan"
        label={t('amount')}
        help={t('help', most)}
        limits={{ min: 1, max: order.refundableCents }}
        wrong={t('wrong', most)}
        input={{ autoFocus: true }}
      />
      <ReasonField {...reasonOf(t, 'reason')} length={reasonLength} />
    </ActDialog>
  );
}
