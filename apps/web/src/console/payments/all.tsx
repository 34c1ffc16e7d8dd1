import { type ConsolePayment, calls, paymentStateWords, payWayWords } from '@proofkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { amount } from '../../ui/formatters.ts';
import { Moment } from '../../ui/moment.tsx';
import { Pages } from '../../ui/pages.tsx';
import { paths } from '../../ui/paths.ts';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { useLanguage, wordIn, words } from '../../ui/words.ts';
import { paymentsAsked, useFilter } from '../orders/address.ts';
import { Filters } from '../orders/filters.tsx';
import { PaymentChip } from '../orders/payments.tsx';
import { queueSize } from '../ui/queue.tsx';

const useWords = words('console-all-payments', {
  caption: ['付款', 'Payments'],
  way: ['支付方式', 'Paid by'],
  order: ['订单', 'Order'],
  account: ['账号', 'Account'],
  begun: ['发起于', 'Begun'],
  txn: ['平台流水号', 'Number at the provider'],
  amount: ['金额', 'Amount'],
  none: ['没有符合条件的付款', 'No payment is like that'],
  noneHint: ['放宽时间范围，或清除其他条件。', 'Widen the time, or clear the other conditions.'],
});

export function AllPayments() {
  const say = useWords();
  const { filter, page } = useFilter();
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.consoleBilling.consolePayments, paymentsAsked(filter, page)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <div className="money-part">
      <Filters states={paymentStateWords} />
      {data ? (
        data.total === 0 ? (
          <div className="console-nothing panel">
            <h2>{say('none')}</h2>
            <p className="secondary">{say('noneHint')}</p>
          </div>
        ) : (
          <>
            <Rows payments={data.list} />
            <Pages total={data.total} size={queueSize} />
          </>
        )
      ) : error ? (
        <RefusedPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting rows={10} />
      )}
    </div>
  );
}

function Rows({ payments }: { payments: readonly ConsolePayment[] }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <table className="console-table panel">
      <caption className="visually-hidden">{say('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('way')}</th>
          <th scope="col">{say('order')}</th>
          <th scope="col">{say('account')}</th>
          <th scope="col">{say('begun')}</th>
          <th scope="col">{say('txn')}</th>
          <th scope="col" className="money-right">
            {say('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.paymentId}>
            <td>
              {wordIn(payWayWords[payment.provider], language)} <PaymentChip state={payment.state} />
            </td>
            <td data-label={say('order')}>
              <Link to={paths.consoleOrder(payment.orderNo)} className="numbers">
                {payment.orderNo}
              </Link>
            </td>
            <td data-label={say('account')}>
              <Link to={paths.consoleAccount(payment.accountId)}>{payment.accountName}</Link>
            </td>
            <td data-label={say('begun')}>
              <Moment at={payment.createdAt} />
            </td>
            <td data-label={say('txn')}>
              {payment.txn ? <Copyable text={payment.txn} what={say('txn')} kept={8} /> : '-'}
            </td>
            <td className="money-right numbers" data-label={say('amount')}>
              {amount(payment.amountCents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
