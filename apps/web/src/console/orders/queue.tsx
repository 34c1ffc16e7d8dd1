import { type calls, orderKindWords, orderStateWords, type ReplyOf } from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { Link } from 'react-router';
import { amount } from '../../ui/formatters.ts';
import { Moment } from '../../ui/moment.tsx';
import { OrderChip } from '../../ui/order-chip.tsx';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { useLanguage, wordIn, words } from '../../ui/words.ts';
import { orderPath, pageSize, useFilter } from './address.ts';
import { Filters } from './filters.tsx';

const useWords = words('console-orders-queue', {
  total_one: ['{count} 笔订单', '{count} order'],
  total_other: ['{count} 笔订单', '{count} orders'],
  none: ['没有符合条件的订单', 'No orders match'],
  noneHint: ['放宽时间范围，或清除其他条件。', 'Widen the time, or clear the other conditions.'],
  pages: ['分页', 'Pages'],
});

type Orders = ReplyOf<typeof calls.consoleBilling.consoleOrders>;

interface Props {
  title: string;
  orders: UseQueryResult<Orders>;
  chosen: string | undefined;
}

/** The newest first. */
export function Queue({ title, orders: { data, error, refetch }, chosen }: Props) {
  const say = useWords();
  const { page, set } = useFilter();
  return (
    <>
      <div className="money-head">
        {chosen ? <h2 className="money-title">{title}</h2> : <h1>{title}</h1>}
        <Filters states={orderStateWords} kinds={orderKindWords} />
        <span className="secondary numbers" role="status">
          {data && say('total', { count: data.total })}
        </span>
      </div>
      {data ? (
        <Rows list={data.list} chosen={chosen} />
      ) : error ? (
        <RefusedPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="money-head">
          <Waiting rows={8} />
        </div>
      )}
      <nav className="money-pages" aria-label={say('pages')}>
        <Pagination
          simple
          size="small"
          current={page}
          total={data?.total ?? 0}
          pageSize={pageSize}
          hideOnSinglePage
          showSizeChanger={false}
          onChange={(next) => set({ page: String(next) })}
        />
      </nav>
    </>
  );
}

function Rows({ list, chosen }: { list: Orders['list']; chosen: string | undefined }) {
  const say = useWords();
  const language = useLanguage();
  const { query } = useFilter();
  if (list.length === 0)
    return (
      <div className="console-nothing">
        <strong>{say('none')}</strong>
        <span className="secondary">{say('noneHint')}</span>
      </div>
    );
  return (
    <ul className="console-rows">
      {list.map((order) => (
        <li key={order.orderNo}>
          <Link to={orderPath(order.orderNo, query)} aria-current={order.orderNo === chosen ? 'true' : undefined}>
            <span className="money-row">
              <strong className="numbers">{amount(order.amountCents)}</strong>
              <OrderChip state={order.state} />
            </span>
            <span className="money-row secondary">
              <span>
                {wordIn(orderKindWords[order.kind], language)} · {order.accountName}
              </span>
              <Moment at={order.createdAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
