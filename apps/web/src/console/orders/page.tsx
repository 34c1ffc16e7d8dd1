import './orders.css';
import { calls } from '@proofkeep/contract';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { NoneChosen, Split } from '../ui/split.tsx';
import { orderPath, ordersAsked, useFilter } from './address.ts';
import { Order } from './order.tsx';
import { OrderQueue } from './queue.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-orders', text);

/** `/console/orders` (the list) and `/console/orders/:orderNo` (one order). */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { orderNo } = useParams();
  const { filter, page, query } = useFilter();
  const orders = useRows({
    ...queryOf(calls.consoleOrders.consoleOrders, ordersAsked(filter, page)),
    staleTime: 0,
  });
  return (
    <Split
      isChosen={orderNo !== undefined}
      queue={<OrderQueue title={t('title')} queue={orders} chosen={orderNo} />}
      item={
        orderNo ? (
          <Order key={orderNo} orderNo={orderNo} back={orderPath(null, query)} />
        ) : (
          <NoneChosen title={t('choose')} hint={t('hint')} />
        )
      }
    />
  );
}
