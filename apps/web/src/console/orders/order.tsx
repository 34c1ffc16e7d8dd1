import {
  type ConsoleOrderDetail,
  calls,
  orderKindWords,
  orderStateTable,
  orderTitle,
  payWayWords,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { OrderChip } from '../../ui/money/order-chip.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Facts } from '../ui/facts.tsx';
import { Ledger } from '../ui/ledger.tsx';
import { SelectedItem } from '../ui/selected-item.tsx';
import { DecisionBar } from '../ui/split.tsx';
import { OrderContent } from './order-content.tsx';
import { Package } from './package.tsx';
import { Payments } from './payments/table.tsx';
import { Refund } from './refund.tsx';
import { Timeline } from './timeline.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-order', text);

/** Polled while a refund is open, since it ends without user action. */
const againMs = 3_000;

/** All details of an order, with its actions at the bottom. */
export function Order({ orderNo, back }: { orderNo: string; back: string }) {
  const found = useQuery({
    ...queryOf(calls.consoleOrders.consoleOrder, { orderNo }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'refunding' ? againMs : false),
  });
  return (
    <SelectedItem back={back} found={found}>
      {(order) => <Whole order={order} />}
    </SelectedItem>
  );
}

function Whole({ order }: { order: ConsoleOrderDetail }) {
  const t = useWords();
  const mayRefund = orderStateTable.allowed(order.state, 'operator').includes('refund');
  return (
    <>
      <Head order={order} />
      <section className="console-orders-part">
        <h2>{t('timeline')}</h2>
        <Timeline order={order} />
      </section>
      {order.ordered.length > 0 && <OrderContent order={order} />}
      {order.package && <Package bought={order.package} />}
      {order.payments.length > 0 && (
        <section className="console-orders-part">
          <h2>{t('payments')}</h2>
          <Payments payments={order.payments} caption={t('payments')} />
        </section>
      )}
      {order.transfers.length > 0 && (
        <section className="console-orders-part">
          <h2>{t('ledger')}</h2>
          <Ledger transfers={order.transfers} />
        </section>
      )}
      {mayRefund && (
        <DecisionBar>
          <span className="secondary">
            {order.refundableCents > 0
              ? t('refundable', { amount: amount(order.refundableCents) })
              : t(order.kind === 'service' && order.paidBy === 'balance' ? 'own' : 'spent')}
          </span>
          {order.refundableCents > 0 && <Refund order={order} />}
        </DecisionBar>
      )}
    </>
  );
}

function Head({ order }: { order: ConsoleOrderDetail }) {
  const t = useWords();
  const language = useLanguage();
  const facts = [
    [t('orderNo'), <Copyable key="no" text={order.orderNo} what={t('orderNo')} kept={20} />],
    [
      t('account'),
      <Link key="account" to={paths.consoleAccount(order.accountId)}>
        {order.accountName}
      </Link>,
    ],
    [t('placedBy'), order.placedBy],
    [t('createdAt'), <Moment key="created" at={order.createdAt} />],
    [
      t('expiresAt'),
      orderStateTable.allowed(order.state, 'clock').includes('close') && <Moment key="expires" at={order.expiresAt} />,
    ],
    [t('paidBy'), order.paidBy && wordIn(payWayWords[order.paidBy], language)],
    [
      t('refunded'),
      order.refundedCents > 0 && (
        <span key="refunded" className="numbers">
          {amount(order.refundedCents)}
        </span>
      ),
    ],
  ] as const;
  return (
    <header>
      <div className="page-heading">
        <h1 className="numbers">{amount(order.amountCents)}</h1>
        <OrderChip state={order.state} />
      </div>
      <p className="console-orders-lines">
        {wordIn(orderKindWords[order.kind], language)} · {orderTitle(order, language)}
      </p>
      <Facts facts={facts} isWide />
    </header>
  );
}
