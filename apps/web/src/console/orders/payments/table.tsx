import { WarningOutlined } from '@ant-design/icons';
import { type ConsolePayment, paymentStateWords, payWayWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { stateChip } from '../../../ui/kit/chip.tsx';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { closed, done, working } from '../../../ui/kit/looks.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { MomentCell } from '../../../ui/kit/moment-cell.tsx';
import { Table } from '../../../ui/kit/table.tsx';
import { right } from '../../../ui/kit/table-head.tsx';
import { amount } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-order-payments', text);

const PaymentChip = stateChip(paymentStateWords, {
  open: working,
  paid: done,
  stray: { tone: 'warning', icon: <WarningOutlined aria-hidden /> },
  closed,
});

interface Props {
  payments: readonly ConsolePayment[];
  caption: string;
  /** The payments belong to several orders, so each row shows its order and account. */
  isOfAll?: boolean;
}

/** Payments: attempts to pay an order. */
export function Payments({ payments, caption, isOfAll = false }: Props) {
  const t = useWords();
  const language = useLanguage();
  return (
    <Table
      className="console-table"
      caption={caption}
      columns={[
        t('way'),
        isOfAll ? t('order') : null,
        isOfAll ? t('account') : null,
        t('begun'),
        t('paid'),
        t('txn'),
        right(t('amount')),
      ]}
    >
      {payments.map((payment) => (
        <tr key={payment.paymentId}>
          <td>
            <span className="console-orders-way">
              {wordIn(payWayWords[payment.provider], language)} <PaymentChip state={payment.state} />
            </span>
          </td>
          {isOfAll && (
            <>
              <td data-label={t('order')}>
                <Link to={paths.consoleOrder(payment.orderNo)} className="numbers">
                  {payment.orderNo}
                </Link>
              </td>
              <td data-label={t('account')}>
                <Link to={paths.consoleAccount(payment.accountId)}>{payment.accountName}</Link>
              </td>
            </>
          )}
          <MomentCell label={t('begun')} at={payment.createdAt} />
          <td data-label={t('paid')}>
            {payment.paidAt ? (
              <Moment at={payment.paidAt} />
            ) : payment.timesAsked > 0 ? (
              <span className="secondary">
                {t('asked')} {t('times', { count: payment.timesAsked })}
              </span>
            ) : (
              '-'
            )}
          </td>
          <td data-label={t('txn')}>{payment.txn ? <Copyable text={payment.txn} what={t('txn')} kept={8} /> : '-'}</td>
          <td className="right numbers" data-label={t('amount')}>
            {amount(payment.amountCents)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
