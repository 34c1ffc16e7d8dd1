import './captures.css';
import { type CaptureCount, type ConsoleCapture, calls, captureCounts, captureFailures } from '@proofkeep/contract';
import { Select } from 'antd';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { oneOf, useAddress } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { StateChip } from '../../ui/attestation/state-chip.tsx';
import { FilterSelect } from '../../ui/forms/filter-select.tsx';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { AgoCell } from '../../ui/kit/moment-cell.tsx';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { Table } from '../../ui/kit/table.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import { useFailureWords } from '../ui/failure-words.ts';
import { queueSize } from '../ui/queue.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-captures', text);

const isFailed = (show: CaptureCount) => show === 'failed' || show === 'failedAttempts';

function useFilter() {
  const { query, page, want } = useAddress();
  const show = oneOf(captureCounts, query.get('show')) ?? 'failed';
  const code = isFailed(show) ? oneOf(captureFailures, query.get('code')) : undefined;
  return { asked: { show, page, size: queueSize, ...(code ? { code } : {}) }, show, code, want };
}

/** `/console/captures`: the captures behind each count of the overview. */
export function Component() {
  const t = useWords();
  const { asked } = useFilter();
  const { data, error, refetch } = useRows({ ...queryOf(calls.console.consoleCaptures, asked), staleTime: 0 });
  return (
    <>
      <PageHeading title={t('title')}>
        <span className="secondary">{t('private')}</span>
      </PageHeading>
      <Filter />
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data?.total === 0 && <EmptyState title={t('none')} />}
      {data && data.total > 0 && (
        <>
          <Captures captures={data.list} />
          <Pages total={data.total} size={queueSize} />
        </>
      )}
    </>
  );
}

function Filter() {
  const t = useWords();
  const sayFailure = useFailureWords();
  const { show, code, want } = useFilter();
  return (
    <div className="console-captures-filter">
      <Select<CaptureCount>
        aria-label={t('show')}
        value={show}
        onChange={(next) => want({ show: next, code: undefined })}
        options={captureCounts.map((value) => ({ value, label: t(value) }))}
      />
      {isFailed(show) && (
        <FilterSelect
          label={t('reason')}
          all={t('anyReason')}
          value={code}
          options={captureFailures.map((value) => ({ value, label: sayFailure(value) }))}
          onChange={(next) => want({ code: next || undefined })}
        />
      )}
    </div>
  );
}

function Captures({ captures }: { captures: readonly ConsoleCapture[] }) {
  const t = useWords();
  return (
    <Table
      className="console-table"
      caption={t('caption')}
      columns={[t('number'), t('account'), t('state'), t('node'), t('at')]}
    >
      {captures.map((capture) => (
        <Row key={`${capture.ano} ${capture.attempt}`} capture={capture} />
      ))}
    </Table>
  );
}

function Row({
  capture: { ano, state, accountId, accountName, attempt, at, code, node, traceId },
}: {
  capture: ConsoleCapture;
}) {
  const t = useWords();
  const sayFailure = useFailureWords();
  return (
    <tr>
      <td>
        <Copyable text={ano} what={t('number')} kept={40} />
        <div className="secondary">{t('attempt', { count: attempt })}</div>
      </td>
      <td data-label={t('account')}>
        {accountId ? <Link to={paths.consoleAccount(accountId)}>{accountName}</Link> : t('local')}
      </td>
      <td data-label={t('state')}>
        <StateChip state={state} isComplete={null} warning={null} />
        {code && <div className="secondary">{sayFailure(code)}</div>}
      </td>
      <td data-label={t('node')}>
        {node ? <code>{node}</code> : '-'}
        {traceId && (
          <div className="secondary">
            {t('trace')} <Copyable text={traceId} what={t('trace')} kept={8} />
          </div>
        )}
      </td>
      <AgoCell label={t('at')} at={at} />
    </tr>
  );
}
