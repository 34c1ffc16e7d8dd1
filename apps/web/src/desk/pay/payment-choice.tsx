import { calls, type OrderDetail, type PayWay, payWayWords } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Radio } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('pay-choose', text);

export function PaymentChoice({ order, onCode }: { order: OrderDetail; onCode: (code: string) => void }) {
  const t = useWords();
  const language = useLanguage();
  const [chosen, choose] = useState<PayWay | undefined>(order.ways.find(({ isEnough }) => isEnough)?.way);
  const paying = usePaying(order.orderNo, onCode);
  const hintOf = (way: PayWay, isEnough: boolean) =>
    way === 'balance' && t(isEnough ? 'balance' : 'short', { amount: amount(order.balanceCents) });
  if (order.ways.length === 0)
    return <Alert type="info" showIcon title={t(new Date(order.expiresAt) < new Date() ? 'late' : 'none')} />;
  return (
    <section className="pay-choose">
      <h2 id="pay-how">{t('how')}</h2>
      {paying.error && <Alert type="error" showIcon role="alert" title={toApiError(paying.error).message} />}
      <Radio.Group
        aria-labelledby="pay-how"
        value={chosen}
        onChange={({ target }) => choose(target.value as PayWay)}
        className="pay-ways"
      >
        {order.ways.map(({ way, isEnough }) => (
          <Radio key={way} value={way} disabled={!isEnough} className="panel">
            {wordIn(payWayWords[way], language)}
            <span className="secondary pay-hint">{hintOf(way, isEnough)}</span>
          </Radio>
        ))}
      </Radio.Group>
      <Source order={order} way={chosen} />
      {order.ways.some(({ way, isEnough }) => way === 'balance' && !isEnough) && (
        <Link to={paths.recharge}>{t('recharge')}</Link>
      )}
      <div className="pay-acts">
        <Button
          type="primary"
          size="large"
          loading={paying.isPending}
          disabled={!chosen}
          onClick={() => chosen && paying.mutate(chosen)}
        >
          {t('pay', { amount: amount(order.amountCents) })}
        </Button>
        <Cancel order={order} />
      </div>
      <p className="secondary">
        {t('until')} <Moment at={order.expiresAt} />
      </p>
    </section>
  );
}

/** Where the money comes from, and what the balance is afterwards. */
function Source({ order: { kind, amountCents, balanceCents }, way }: { order: OrderDetail; way: PayWay | undefined }) {
  const t = useWords();
  const language = useLanguage();
  if (!way) return null;
  const name = wordIn(payWayWords[way], language);
  const [word, after] =
    way === 'balance'
      ? (['fromBalance', balanceCents - amountCents] as const)
      : kind === 'recharge'
        ? (['intoBalance', balanceCents + amountCents] as const)
        : (['besideBalance', balanceCents] as const);
  return <p className="numbers">{t(word, { way: name, amount: amount(amountCents), after: amount(after) })}</p>;
}

/** Balance payments settle at once; for others the user continues at the provider. */
function usePaying(orderNo: string, onCode: (code: string) => void) {
  return useMutation({
    mutationFn: async (way: PayWay) => {
      const { paymentId } = await ask(calls.orders.payOrder, { orderNo, way });
      if (paymentId === null) return null;
      return ask(calls.orders.openPayment, { paymentId });
    },
    meta: { isShownInPlace: true },
    onSuccess: async (step) => {
      if (step?.kind === 'redirect') window.location.assign(step.url);
      else if (step) onCode(step.text);
      else await refresh('balance');
    },
    onError: () => refresh('balance'),
  });
}

function Cancel({ order: { orderNo, kind } }: { order: OrderDetail }) {
  const t = useWords();
  const closing = useMutation({
    mutationFn: () => ask(calls.orders.closeOrder, { orderNo }),
    onSettled: () => refresh('balance'),
  });
  return (
    <Popconfirm
      title={t('sure')}
      description={kind === 'service' && t('lapses')}
      okText={t('cancel')}
      cancelText={t('keep')}
      okButtonProps={{ danger: true }}
      onConfirm={() => closing.mutate()}
    >
      <Button size="large" loading={closing.isPending}>
        {t('cancel')}
      </Button>
    </Popconfirm>
  );
}
