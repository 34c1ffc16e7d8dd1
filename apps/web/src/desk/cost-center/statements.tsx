import { DownloadOutlined } from '@ant-design/icons';
import { calls, type StatementSummary } from '@proofkeep/contract';
import { Button } from 'antd';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { useAddress } from '../../ui/address/address.ts';
import { Pages } from '../../ui/kit/pages.tsx';
import { Table } from '../../ui/kit/table.tsx';
import { right } from '../../ui/kit/table-head.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('statements', text);

/** Monthly statements, newest first; closed ones can be downloaded. */
export function Statements() {
  const t = useWords();
  const { page } = useAddress();
  const { data, error, refetch } = useRows({
    ...queryOf(calls.costCenter.statements, { page }),
    staleTime: 0,
  });
  if (!data) return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton rows={4} />;
  if (data.total === 0) return <EmptyState title={t('none')} hint={t('noneHint')} />;
  return (
    <>
      <p className="secondary cost-center-hint">{t('hint')}</p>
      <Table
        className="table cost-center-table cost-center-totals"
        caption={t('caption')}
        columns={[
          t('month'),
          right(t('opening')),
          right(t('added')),
          right(t('taken')),
          right(t('closing')),
          t('files'),
        ]}
      >
        {data.list.map((one) => (
          <Row key={one.month} statement={one} />
        ))}
      </Table>
      <Pages total={data.total} />
    </>
  );
}

function Row({ statement }: { statement: StatementSummary }) {
  const t = useWords();
  const { month, isClosed, entries } = statement;
  const cells = [
    ['opening', statement.openingCents],
    ['added', statement.addedCents],
    ['taken', statement.takenCents],
    ['closing', statement.closingCents],
  ] as const;
  return (
    <tr>
      <td>
        <strong className="numbers">{month}</strong>{' '}
        <span className="secondary numbers">{t('entries', { count: entries })}</span>
      </td>
      {cells.map(([name, cents]) => (
        <td key={name} className="right numbers" data-label={t(name)}>
          {amount(cents)}
        </td>
      ))}
      <td data-label={t('files')}>
        {isClosed ? <Files month={month} /> : <span className="secondary">{t('open')}</span>}
      </td>
    </tr>
  );
}

const files = { pdf: calls.costCenter.statementPdf, sheet: calls.costCenter.statementSheet };

function Files({ month }: { month: string }) {
  const t = useWords();
  return (
    <span className="actions">
      {(['pdf', 'sheet'] as const).map((kind) => (
        <Button
          key={kind}
          href={linkTo(files[kind], { month })}
          download
          icon={<DownloadOutlined aria-hidden />}
          aria-label={t(`${kind}Of`, { month })}
        >
          {t(kind)}
        </Button>
      ))}
    </span>
  );
}
