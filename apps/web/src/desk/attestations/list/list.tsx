import '../attestations.css';
import './list.css';
import '../bulk/bulk.css';
import { calls, type GroupCounts } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { useRows } from '../../../api/rows.ts';
import { paths } from '../../../ui/address/paths.ts';
import { GroupTabs } from '../../../ui/attestation/group-tabs.tsx';
import { CursorPages, cursorsIn } from '../../../ui/kit/cursor-pages.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { PageHeading } from '../../../ui/kit/page-heading.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { words } from '../../../ui/words/words.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { useSelection } from '../bulk/selection.ts';
import { addressOf, filterOf, inputOf, isNarrowed, type Wanted, wantedFrom } from './list-address.ts';
import { ExportButton, ListExports } from './list-exports.tsx';
import { ListFilter } from './list-filter.tsx';
import { ListTable } from './list-table.tsx';
import { SavedViews } from './saved-views.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('attestation-list', text);

const rowsAtOnce = 20;

export function Component() {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const wanted = wantedFrom(query);
  const want = (change: Partial<Wanted>) => setQuery(addressOf({ ...wanted, ...change }));
  const cursor = cursorsIn(query).at(-1);
  const page = { size: rowsAtOnce, isCounted: false, ...(cursor && { cursor }) };
  const { data, error, refetch } = useRows(queryOf(calls.attestations.list, { ...inputOf(wanted), ...page }));
  const { data: counted } = useRows(queryOf(calls.attestations.groupCounts, filterOf(wanted)));
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const selection = useSelection(query.toString(), data?.list ?? []);
  const isEmpty = data?.list.length === 0 && cursor === undefined;
  return (
    <>
      <PageHeading title={t('title')}>
        {!isEmpty && <ExportButton wanted={wanted} isLong={counted === undefined || isLong(counted, wanted)} />}
      </PageHeading>
      <ListExports />
      <SavedViews address={addressOf(wanted).toString()} />
      <GroupTabs
        counts={counted?.counts}
        {...(counted && { countedTo: counted.countedTo })}
        active={wanted.group}
        onChange={(group) => want({ group })}
      />
      <ListFilter wanted={wanted} want={want} />
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : isEmpty ? (
        <None isFiltered={isNarrowed(wanted) || wanted.group !== null} />
      ) : (
        <>
          <ListTable rows={data?.list} wanted={wanted} want={want} selection={selection} />
          <CursorPages
            total={counted && totalOf(counted.counts, wanted)}
            countedTo={counted?.countedTo ?? 0}
            nextCursor={data?.nextCursor}
          />
        </>
      )}
      <BulkBar selection={selection} mayAct={me?.permissions.includes('preserve') ?? false} />
    </>
  );
}

/**
 * Counted up to the limit. True if there may be too many rows to write while the user waits, or the count isn't known
 * yet.
 */
const isLong = ({ counts, countedTo }: { counts: GroupCounts; countedTo: number }, { group }: Wanted): boolean =>
  (group ? [counts[group]] : Object.values(counts)).some((count) => count >= countedTo);

const totalOf = (counts: GroupCounts, { group }: Wanted): number =>
  group ? counts[group] : Object.values(counts).reduce((sum, count) => sum + count, 0);

function None({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords();
  return (
    <EmptyState title={t(isFiltered ? 'nothing' : 'none')} hint={t(isFiltered ? 'nothingHint' : 'noneHint')}>
      {isFiltered ? (
        <LinkButton to={paths.attestations}>{t('clear')}</LinkButton>
      ) : (
        <LinkButton to={paths.preserve} type="primary">
          {t('preserve')}
        </LinkButton>
      )}
    </EmptyState>
  );
}
