import { calls, type Order, orderStateTable } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { useNavigate } from 'react-router';
import { ask } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('order-acts', text);

/** Actions the state table allows the holder: pay or cancel. A closed order can be placed again at today's price. */
export function OrderActs({ order }: { order: Order }) {
  const t = useWords();
  const navigate = useNavigate();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const closing = useMutation({
    mutationFn: () => ask(calls.orders.closeOrder, { orderNo: order.orderNo }),
    onSettled: () => refresh('orders'),
  });
  const again = useMutation({
    mutationFn: () => {
      const code = order.lines[0]?.code;
      return code
        ? ask(calls.orders.orderPackage, { code })
        : ask(calls.orders.recharge, { amountCents: order.amountCents });
    },
    onSuccess: ({ orderNo }) => navigate(paths.pay(orderNo)),
  });
  if (!me?.permissions.includes('billing')) return null;
  if (order.state === 'closed' && order.kind === 'service')
    return (
      <span className="cost-center-orders-acts">
        <LinkButton to={paths.preserveAgain(order.orderNo)}>{t('again')}</LinkButton>
      </span>
    );
  if (order.state === 'closed')
    return (
      <span className="cost-center-orders-acts">
        <Button loading={again.isPending} onClick={() => again.mutate()}>
          {t('again')}
        </Button>
      </span>
    );
  const allowed = orderStateTable.allowed(order.state, 'holder');
  if (allowed.length === 0) return null;
  return (
    <span className="cost-center-orders-acts">
      {allowed.includes('pay') && order.reviewedCents === 0 && (
        <LinkButton to={paths.pay(order.orderNo)} type="primary">
          {t('pay')}
        </LinkButton>
      )}
      {allowed.includes('close') && (
        <Popconfirm
          title={t('sure')}
          description={order.kind === 'service' && t('lapses')}
          okText={t('cancel')}
          cancelText={t('keep')}
          okButtonProps={{ danger: true }}
          onConfirm={() => closing.mutate()}
        >
          <Button loading={closing.isPending}>{t('cancel')}</Button>
        </Popconfirm>
      )}
    </span>
  );
}
