import './pay.css';
import {
  calls,
  type OrderDetail,
  type OrderState,
  orderKindWords,
  orderStateTable,
  orderTitle,
  payWayWords,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { lookMs } from './look.ts';
import { Outcome } from './outcome.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import { PendingPayment } from './pending-payment.tsx';
import { Receipt } from './receipt.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('pay', text);

/** Interval for checking a payment in progress with the provider. */
const checkMs = 5_000;

const isPayable = (state: OrderState) => orderStateTable.allowed(state, 'holder').includes('pay');

export function Component() {
  const t = useWords();
  const { orderNo = '' } = useParams();
  const [query] = useSearchParams();
  const [openedAt] = useState(Date.now);
  const isReturned = query.has('returned');
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.orders.order, { orderNo }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data ? lookMs(data, { isReturned, sinceMs: Date.now() - openedAt }) : false,
  });
  useTitle(t(!data || isPayable(data.state) ? 'title' : 'ended'));
  if (!data && isApiError(error, 'NOT_FOUND', 'INPUT_INVALID'))
    return (
      <>
        <div className="page-heading">
          <h1>{t('ended')}</h1>
        </div>
        <EmptyState title={t('missing')}>
          <LinkButton to={`${paths.costCenter}?tab=orders`}>{t('all')}</LinkButton>
        </EmptyState>
      </>
    );
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  return <Pay order={data} />;
}

function Pay({ order }: { order: OrderDetail }) {
  const t = useWords();
  const language = useLanguage();
  const [query, setQuery] = useSearchParams();
  const [code, setCode] = useState<string | null>(null);
  const isOpen = isPayable(order.state);
  // A received payment is under review: no payment is awaited, and no other can be made.
  const isReviewed = order.reviewedCents > 0;
  const isAwaited = !isReviewed && (query.has('returned') || code !== null);
  // The user opened the page without returning from the provider: a payment in progress may have been paid or declined
  // meanwhile.
  useChecks(order.orderNo, { isEnabled: isOpen && (isAwaited || order.attempt !== null), isRepeated: isAwaited });
  const chooseAgain = () => {
    setCode(null);
    setQuery({}, { replace: true });
  };
  return (
    <>
      <div className="page-heading">
        <h1>{t(isOpen && !isReviewed ? 'title' : 'ended')}</h1>
      </div>
      <section className="panel pay-head">
        <p className="secondary">
          {order.kind === 'package' && `${wordIn(orderKindWords.package, language)} · `}
          {orderTitle(order, language)}
        </p>
        <p className="pay-sum numbers">{amount(order.amountCents)}</p>
        <p className="secondary">
          {t('order')} <Copyable text={order.orderNo} what={t('order')} kept={20} />
        </p>
        {order.ordered.length > 0 && <Ordered ordered={order.ordered} />}
      </section>
      {!isOpen && <Outcome order={order} />}
      <Receipt order={order} />
      {isOpen && isAwaited && <PendingPayment order={order} code={code} onOther={chooseAgain} />}
      {isOpen && !isAwaited && !isReviewed && order.attempt?.isDeclined && (
        <Alert
          className="pay-declined"
          type="warning"
          showIcon
          title={t('declined', { way: wordIn(payWayWords[order.attempt.way], language) })}
        />
      )}
      {isOpen && !isAwaited && !isReviewed && <PaymentChoice order={order} onCode={setCode} />}
      {isOpen && isReviewed && <LinkButton to={paths.costCenter}>{t('costCenter')}</LinkButton>}
    </>
  );
}

/** Pages of the order; a long list is collapsed. */
function Ordered({ ordered }: Pick<OrderDetail, 'ordered'>) {
  const t = useWords();
  const list = (
    <ul className="pay-ordered">
      {ordered.map(({ ano, url }) => (
        <li key={ano}>
          <Link to={paths.attestation(ano)} className="mono">
            {url}
          </Link>
        </li>
      ))}
    </ul>
  );
  if (ordered.length <= shownAtOnce) return list;
  return (
    <details>
      <summary>{t('pages', { count: ordered.length })}</summary>
      {list}
    </details>
  );
}

const shownAtOnce = 5;

/** Makes the server query the provider, in case its notification was lost. */
function useChecks(orderNo: string, { isEnabled, isRepeated }: { isEnabled: boolean; isRepeated: boolean }): void {
  useQuery({
    queryKey: ['check', orderNo],
    queryFn: () => ask(calls.orders.checkOrder, { orderNo }),
    enabled: isEnabled,
    refetchInterval: isRepeated && checkMs,
    staleTime: 0,
    meta: { isShownInPlace: true },
  });
}
