import { type Order, orderTitle, payWayWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { MomentCell } from '../../../ui/kit/moment-cell.tsx';
import { Table } from '../../../ui/kit/table.tsx';
import { hidden, right } from '../../../ui/kit/table-head.tsx';
import { OrderChip } from '../../../ui/money/order-chip.tsx';
import { amount } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { OrderActs } from './acts.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('orders-table', text);

/** Table whose rows become cards in a narrow window. The order number links to the full order. */
export function OrdersTable({ orders }: { orders: readonly Order[] }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <Table
      className="table cost-center-orders-table"
      caption={t('caption')}
      columns={[t('order'), t('state'), t('at'), t('way'), right(t('amount')), hidden(t('acts'))]}
    >
      {orders.map((order) => (
        <tr key={order.orderNo}>
          <td>
            <strong>{orderTitle(order, language)}</strong>
            <Link to={paths.pay(order.orderNo)} className="numbers cost-center-orders-no">
              {order.orderNo}
            </Link>
            {order.reviewedCents > 0 && (
              <span className="cost-center-orders-trouble">
                {t('reviewed', { amount: amount(order.reviewedCents) })}
              </span>
            )}
            {order.isDeclined && <span className="cost-center-orders-trouble">{t('declined')}</span>}
          </td>
          <td>
            <OrderChip state={order.state} />
          </td>
          <MomentCell label={t('at')} at={order.createdAt} />
          <td data-label={t('way')}>{order.paidBy ? wordIn(payWayWords[order.paidBy], language) : '-'}</td>
          <td className="right" data-label={t('amount')}>
            <span className="numbers">{amount(order.amountCents)}</span>
            {order.refundedCents > 0 && (
              <span className="secondary cost-center-orders-back">
                {t('back', { amount: amount(order.refundedCents) })}
              </span>
            )}
          </td>
          <td>
            <OrderActs order={order} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
