import '../attestations.css';
import './batch.css';
import '../bulk/bulk.css';
import {
  calls,
  type GroupCounts,
  type StateGroup,
  type Submission,
  stateGroupNames,
  stateGroups,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { useRows } from '../../../api/rows.ts';
import { pageOf } from '../../../ui/address/address.ts';
import { useTitle } from '../../../ui/address/title.ts';
import { GroupTabs } from '../../../ui/attestation/group-tabs.tsx';
import { Pages } from '../../../ui/kit/pages.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { words } from '../../../ui/words/words.ts';
import { openTo } from '../bulk/selection.ts';
import { BatchHeader } from './header.tsx';
import { Review } from './review.tsx';
import { BatchRow } from './row.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('batch', text);

/** Rows per page: a batch of 10,000 is read in pages like a small one. */
const rowsAtOnce = 50;

/** One submission, of any kind and size. */
export function Component() {
  const t = useWords();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(queryOf(calls.attestations.batch, { batchId: id }));
  const batch = data?.batch;
  useTitle(batch?.name || t('title'));
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!batch) return <Skeleton rows={10} />;
  return <Batch batch={batch} />;
}

function Batch({ batch }: { batch: Submission }) {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const mayAct = me?.permissions.includes('preserve') ?? false;
  const group = stateGroupNames.find((one) => one === query.get('group')) ?? null;
  const ask = (change: Record<string, string | null>) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setQuery(next, { replace: 'review' in change });
  };
  const wanted = { batchId: batch.id, size: rowsAtOnce, page: pageOf(query), ...(group && { group }) };
  const { data: rows, error, refetch } = useRows(queryOf(calls.attestations.batchList, wanted));
  const reviewed = query.get('review');
  return (
    <>
      <BatchHeader
        batch={batch}
        mayAct={mayAct}
        previews={openTo('confirm', rows?.list ?? [])}
        onReview={() => ask({ review: 'first' })}
      />
      <GroupTabs counts={countsOf(batch)} active={group} onChange={(next) => ask({ group: next, page: null })} />
      {error && !rows && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!error && !rows && <Skeleton rows={10} />}
      {rows?.list.length === 0 && <EmptyState title={t('none')} />}
      {rows && rows.list.length > 0 && (
        <>
          <ol className="attestations-batch-rows panel" aria-label={t('rows')}>
            {rows.list.map((row) => (
              <BatchRow
                key={row.ano}
                row={row}
                mayAct={mayAct}
                onReview={mayAct && row.state === 'preview' ? () => ask({ review: row.ano }) : undefined}
              />
            ))}
          </ol>
          <Pages total={rows.total} size={rowsAtOnce} />
        </>
      )}
      {mayAct && reviewed && (
        <Review
          batchId={batch.id}
          first={reviewed}
          onShow={(ano) => ask({ review: ano })}
          onClose={() => ask({ review: null })}
        />
      )}
    </>
  );
}

const countsOf = ({ states }: Submission): GroupCounts => {
  const sum = (group: StateGroup) => stateGroups[group].reduce((all, state) => all + (states[state] ?? 0), 0);
  return { attention: sum('attention'), progress: sum('progress'), preserved: sum('preserved'), ended: sum('ended') };
};
