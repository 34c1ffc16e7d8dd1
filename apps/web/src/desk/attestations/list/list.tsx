import '../attestations.css';
import './list.css';
import '../bulk/bulk.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { useRows } from '../../../api/rows.ts';
import { paths } from '../../../ui/address/paths.ts';
import { useTitle } from '../../../ui/address/title.ts';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { Pages } from '../../../ui/kit/pages.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { words } from '../../../ui/words/words.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { useSelection } from '../bulk/selection.ts';
import { addressOf, inputFrom, type Wanted, wantedFrom } from './list-address.ts';
import { ListFilter } from './list-filter.tsx';
import { ListTable } from './list-table.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('attestation-list', text);

export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const [query, setQuery] = useSearchParams();
  const wanted = wantedFrom(query);
  const want = (change: Partial<Wanted>) => setQuery(addressOf({ ...wanted, page: 1, ...change }));
  const { data, error, refetch } = useRows(queryOf(calls.attestations.list, inputFrom(wanted)));
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const mayAct = me?.permissions.includes('preserve') ?? false;
  const selection = useSelection(query.toString(), data?.list ?? []);
  const isFiltered = wanted.search !== '' || wanted.states.length + wanted.labels.length > 0;
  return (
    <>
      <div className="page-heading">
        <h1>{t('title')}</h1>
      </div>
      <ListFilter wanted={wanted} want={want} />
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data?.total === 0 ? (
        <None isFiltered={isFiltered} />
      ) : (
        <>
          <ListTable rows={data?.list} wanted={wanted} want={want} selection={mayAct ? selection : null} />
          <Pages total={data?.total} />
        </>
      )}
      <BulkBar selection={selection} />
    </>
  );
}

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
