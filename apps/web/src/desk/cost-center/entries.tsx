import { DownloadOutlined } from '@ant-design/icons';
import { calls, exportedEntries, pageSize } from '@proofkeep/contract';
import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import { addressOf, filterOf, nothingWanted, type Wanted, wantedFrom } from './entries-address.ts';
import type { People } from './entries-filter.tsx';
import { EntriesFilter } from './entries-filter.tsx';
import { EntriesTable } from './entries-table.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('entries', text);

/** @param people null for users who see only their own entries */
export function Entries({ people }: { people: People | null }) {
  const [query, setQuery] = useSearchParams();
  const wanted = wantedFrom(query);
  const want = (change: Partial<Wanted>) => setQuery(addressOf({ ...wanted, page: 1, ...change }));
  const filter = filterOf(wanted);
  const { data, error, refetch } = useRows({
    ...queryOf(calls.costCenter.entries, { ...filter, page: wanted.page }),
    staleTime: 0,
  });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <EntriesFilter wanted={wanted} want={want} people={people} />
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={pageSize} />}
      {data?.total === 0 && (
        <None isFiltered={isFiltered} isOwn={people === null} onClear={() => want(nothingWanted)} />
      )}
      {data && data.total > 0 && (
        <>
          <EntriesTable rows={data.list} hasAccount={people !== null} />
          <Pages total={data.total}>
            <Export canExport={data.canExport} filter={filter} />
          </Pages>
        </>
      )}
    </>
  );
}

function Export({ canExport, filter }: { canExport: boolean; filter: ReturnType<typeof filterOf> }) {
  const t = useWords();
  if (!canExport) return <span className="secondary">{t('tooMany', { max: exportedEntries })}</span>;
  return (
    <Button href={linkTo(calls.costCenter.exportEntries, filter)} download icon={<DownloadOutlined aria-hidden />}>
      {t('export')}
    </Button>
  );
}

function None({ isFiltered, isOwn, onClear }: { isFiltered: boolean; isOwn: boolean; onClear: () => void }) {
  const t = useWords();
  return (
    <EmptyState
      title={t(isFiltered ? 'nothing' : 'none')}
      hint={t(isFiltered ? 'nothingHint' : isOwn ? 'ownHint' : 'noneHint')}
    >
      {isFiltered && <Button onClick={onClear}>{t('clear')}</Button>}
      {!isFiltered && !isOwn && (
        <LinkButton to={paths.recharge} type="primary">
          {t('recharge')}
        </LinkButton>
      )}
    </EmptyState>
  );
}
