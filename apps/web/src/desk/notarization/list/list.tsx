import '../notarization.css';
import {
  calls,
  type MatterRow,
  type MatterView,
  matterKindFacts,
  matterViews,
  matterViewWords,
  searchLength,
} from '@proofkeep/contract';
import { Link, useNavigate, useParams } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { useRows } from '../../../api/rows.ts';
import { oneOf, useAddress } from '../../../ui/address/address.ts';
import { paths } from '../../../ui/address/paths.ts';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { AgoCell } from '../../../ui/kit/moment-cell.tsx';
import { PageHeading } from '../../../ui/kit/page-heading.tsx';
import { Pages } from '../../../ui/kit/pages.tsx';
import { Table } from '../../../ui/kit/table.tsx';
import { ViewTabs } from '../../../ui/kit/view-tabs.tsx';
import { matterCount } from '../../../ui/matter/count.ts';
import { MatterChip } from '../../../ui/matter/matter-chip.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matters', text);

/** `/notarization/list/:view`: one list with four views. */
export function Component() {
  const t = useWords();
  const language = useLanguage();
  const navigate = useNavigate();
  const view: MatterView = oneOf(matterViews, useParams().view) ?? 'all';
  const { query, page, want } = useAddress();
  const search = (query.get('search') ?? '').trim().slice(0, searchLength);
  const { data, error, refetch } = useRows({
    ...queryOf(calls.notarization.matters, { view, search, page }),
    staleTime: 0,
  });
  return (
    <>
      <PageHeading title={t('title')}>
        <LinkButton type="primary" to={paths.newMatter}>
          {t('new')}
        </LinkButton>
      </PageHeading>
      <ViewTabs
        label={t('views')}
        views={matterViews.map((key) => ({
          key,
          name: wordIn(matterViewWords[key], language),
          count: data ? matterCount(data.counts[key]) : '',
        }))}
        active={view}
        onChange={(key) => void navigate(paths.matters(key))}
      />
      <search className="notarization-filter">
        <SearchField label={t('search')} text={search} onSearch={(typed) => want({ search: typed })} />
      </search>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 ? <Nothing isAny={data.counts.all > 0} /> : !error && <MatterTable rows={data?.list} />}
      <Pages total={data?.total} />
    </>
  );
}

function Nothing({ isAny }: { isAny: boolean }) {
  const t = useWords();
  if (isAny) return <EmptyState title={t('none')} />;
  return (
    <EmptyState title={t('first')} hint={t('firstHint')}>
      <LinkButton type="primary" to={paths.newMatter}>
        {t('new')}
      </LinkButton>
    </EmptyState>
  );
}

function MatterTable({ rows }: { rows: readonly MatterRow[] | undefined }) {
  const t = useWords();
  return (
    <Table caption={t('title')} columns={[t('matter'), t('state'), t('office'), t('deadline'), t('changedAt')]}>
      {rows?.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </Table>
  );
}

function Row({ row }: { row: MatterRow }) {
  const t = useWords();
  const language = useLanguage();
  const to = row.state === 'draft' ? paths.matterDraft(row.id) : paths.matter(row.id);
  return (
    <tr>
      <td className="notarization-main">
        <Link to={to}>
          <strong>{wordIn(matterKindFacts[row.kind].name, language)}</strong>
          <span className="secondary">
            <code>{row.no}</code> {row.parties.join('、')}
          </span>
        </Link>
      </td>
      <td>
        <MatterChip state={row.state} />
      </td>
      <td data-label={t('office')}>{row.officeName ?? '-'}</td>
      <td data-label={t('deadline')} className="numbers">
        {row.deadline ?? '-'}
      </td>
      <AgoCell label={t('changedAt')} at={row.changedAt} />
    </tr>
  );
}
