import { issueKindWords, type PaymentIssue, payWayWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { Chip } from '../../../ui/kit/chip.tsx';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { attention, closed } from '../../../ui/kit/looks.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { Table } from '../../../ui/kit/table.tsx';
import { amount } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { Review } from './review.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-issues', text);

export function Issues({ issues }: { issues: readonly PaymentIssue[] }) {
  const t = useWords();
  return (
    <Table className="console-table" caption={t('caption')} columns={[t('what'), t('asked'), t('reported'), t('act')]}>
      {issues.map((issue) => (
        <Row key={issue.issueId} issue={issue} />
      ))}
    </Table>
  );
}

function Row({ issue }: { issue: PaymentIssue }) {
  const t = useWords();
  const language = useLanguage();
  const { kind, provider, at, times, asked } = issue;
  return (
    <tr>
      <td>
        <Chip {...(issue.isOpen ? attention : closed)}>{wordIn(issueKindWords[kind], language)}</Chip>{' '}
        {wordIn(payWayWords[provider], language)}
        <div className="secondary">
          <Moment at={at} />
          {times > 1 && ` · ${t('times', { count: times })}`}
        </div>
      </td>
      <td data-label={t('asked')}>
        {asked ? (
          <>
            <span className="numbers">{amount(asked.amountCents)}</span>{' '}
            <Link to={paths.consoleAccount(asked.accountId)}>{asked.accountName}</Link>
            <div>
              <Link to={paths.consoleOrder(asked.orderNo)} className="numbers">
                {t('order')} {asked.orderNo}
              </Link>
            </div>
          </>
        ) : (
          <span className="secondary">{t('noOrder')}</span>
        )}
      </td>
      <td data-label={t('reported')}>
        <Reported issue={issue} />
      </td>
      <td data-label={t('act')}>
        <Act issue={issue} />
      </td>
    </tr>
  );
}

/** The reported amount with its currency, then the numbers for looking up the payment. */
function Reported({ issue: { reported } }: { issue: PaymentIssue }) {
  const t = useWords();
  const { cents, currency, txn, merchant } = reported;
  const isForeign = currency !== null && currency !== 'CNY';
  return (
    <div className="console-orders-reported">
      <strong className="numbers">
        {cents === null ? t('unsaid') : isForeign ? `${currency} ${(cents / 100).toFixed(2)}` : amount(cents)}
      </strong>
      {txn && (
        <span className="secondary">
          {t('txn')} <Copyable text={txn} what={t('txn')} kept={8} />
        </span>
      )}
      {merchant && (
        <span className="secondary">
          {t('merchant')} <code>{merchant}</code>
        </span>
      )}
    </div>
  );
}

function Act({ issue }: { issue: PaymentIssue }) {
  const t = useWords();
  const { refund, review, isOpen, providerState, providerCode, bookedCents } = issue;
  return (
    <div className="console-orders-reported">
      {refund && (
        <span>
          {t(`refund-${refund.state}`)}{' '}
          {refund.endedAt && (
            <span className="secondary">
              <Moment at={refund.endedAt} />
            </span>
          )}
        </span>
      )}
      {providerState && (
        <span>
          {t(providerState)} {providerCode && <code>{providerCode}</code>}
        </span>
      )}
      {bookedCents !== null && <span>{t('booked', { amount: amount(bookedCents) })}</span>}
      {review && <span>{t(`outcome-${review.outcome}`)}</span>}
      {review && (
        <span>
          {t('reviewed', { by: review.by, note: review.note })}{' '}
          <span className="secondary">
            <Moment at={review.at} />
          </span>
        </span>
      )}
      {isOpen && <Review issue={issue} />}
    </div>
  );
}
