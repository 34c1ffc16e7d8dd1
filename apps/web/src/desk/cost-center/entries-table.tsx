import { type BalanceEntry, chargeStateWords, entryKindWords, serviceWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { Chip } from '../../ui/kit/chip.tsx';
import { closed, done, working } from '../../ui/kit/looks.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { Table } from '../../ui/kit/table.tsx';
import { right } from '../../ui/kit/table-head.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('entries-table', text);

interface Props {
  rows: readonly BalanceEntry[];
  /** Shows balance and members; false for users who see only their own entries. */
  hasAccount: boolean;
}

/** Table whose rows become cards in a narrow window. */
export function EntriesTable({ rows, hasAccount }: Props) {
  const t = useWords();
  return (
    <Table
      className="table cost-center-table"
      caption={t('caption')}
      columns={[
        t('what'),
        hasAccount ? t('member') : null,
        t('at'),
        right(t('amount')),
        hasAccount ? right(t('balance')) : null,
      ]}
    >
      {rows.map((entry) => (
        <tr key={entry.id}>
          <td className="cost-center-what">
            <What entry={entry} />
          </td>
          {hasAccount && <td data-label={t('member')}>{entry.member?.name ?? '-'}</td>}
          <td className="cost-center-time secondary">
            <Moment at={entry.at} />
          </td>
          <td className="right numbers cost-center-moved" data-label={t('amount')} data-in={entry.amountCents > 0}>
            {entry.amountCents > 0 && '+'}
            {amount(entry.amountCents)}
          </td>
          {hasAccount && (
            <td className="right numbers" data-label={t('balance')}>
              {amount(entry.balanceCents)}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

const looks = { held: working, settled: done, released: closed };

function What({ entry: { kind, charge, orderNo } }: { entry: BalanceEntry }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <>
      <strong>{wordIn(entryKindWords[kind], language)}</strong>{' '}
      {kind === 'hold' && charge && (
        <Chip {...looks[charge.state]}>{wordIn(chargeStateWords[charge.state], language)}</Chip>
      )}
      {charge && (
        <span className="cost-center-line">
          {wordIn(serviceWords[charge.service].name, language)} ·{' '}
          {quantityOf(charge.service, charge.quantity, language)}
          {charge.packageUnits > 0 && ` · ${t('package', { units: charge.packageUnits })}`}
          {charge.subject && ' · '}
          {charge.subject && (
            <Link to={paths.attestation(charge.subject)} className="mono">
              {charge.subject}
            </Link>
          )}
        </span>
      )}
      {orderNo && (
        <Link to={paths.pay(orderNo)} className="cost-center-line numbers">
          {t('order', { orderNo })}
        </Link>
      )}
    </>
  );
}
