import './court-applications.css';
import {
  type CourtApplicationRow,
  calls,
  courtApplicationStates,
  courtApplicationStateWords,
  searchLength,
} from '@proofkeep/contract';
import { Select } from 'antd';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { oneOf, useAddress } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { CourtChip } from '../../ui/court/court-chip.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { wordOptions } from '../../ui/forms/word-options.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { AgoCell } from '../../ui/kit/moment-cell.tsx';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { Table } from '../../ui/kit/table.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { useLanguage, words } from '../../ui/words/words.ts';
import { NewApplication } from './new-application.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('court-applications', text);

/** `/evidence`: applications to submit attestations to a court. */
export function Component() {
  const t = useWords();
  const language = useLanguage();
  const { query, page, want } = useAddress();
  const search = (query.get('search') ?? '').trim().slice(0, searchLength);
  const state = oneOf(courtApplicationStates, query.get('state') ?? undefined);
  const found = useRows({
    ...queryOf(calls.courtApplications.courtApplications, { page, search, ...(state ? { state } : {}) }),
    staleTime: 0,
  });
  const isFiltered = search !== '' || state !== undefined;
  return (
    <>
      <PageHeading title={t('title')}>
        <NewApplication />
      </PageHeading>
      <p className="secondary court-applications-lead">{t('lead')}</p>
      <search className="court-applications-filter">
        <SearchField label={t('search')} text={search} onSearch={(typed) => want({ search: typed })} />
        <Select
          aria-label={t('state')}
          placeholder={t('anyState')}
          allowClear
          value={state}
          onChange={(chosen) => want({ state: chosen ?? '' })}
          options={wordOptions(courtApplicationStates, courtApplicationStateWords, language)}
        />
      </search>
      <QueryView query={found} rows={6}>
        {({ list }) =>
          list.length > 0 ? (
            <ApplicationTable rows={list} />
          ) : (
            <EmptyState title={t(isFiltered ? 'none' : 'first')} {...(isFiltered ? {} : { hint: t('firstHint') })}>
              {!isFiltered && (
                <LinkButton to={`${paths.attestations}?state=succeeded`}>{t('toAttestations')}</LinkButton>
              )}
            </EmptyState>
          )
        }
      </QueryView>
      <Pages total={found.data?.total} />
    </>
  );
}

function ApplicationTable({ rows }: { rows: readonly CourtApplicationRow[] }) {
  const t = useWords();
  return (
    <Table caption={t('title')} columns={[t('application'), t('state'), t('parties'), t('items'), t('changedAt')]}>
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="court-applications-main">
            <Link to={paths.courtApplication(row.id)}>
              <strong>{row.court || t('noCourt')}</strong>
              <span className="secondary">
                <code>{row.no}</code> {[row.caseNo, row.cause].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </td>
          <td>
            <CourtChip state={row.state} />
          </td>
          <td data-label={t('parties')}>{sidesOf(row)}</td>
          <td data-label={t('items')} className="numbers">
            {row.items}
          </td>
          <AgoCell label={t('changedAt')} at={row.changedAt} />
        </tr>
      ))}
    </Table>
  );
}

function sidesOf({ parties }: CourtApplicationRow): string {
  const namesOf = (side: 'plaintiff' | 'defendant') =>
    parties
      .filter((party) => party.side === side)
      .map(({ name }) => name)
      .join('、');
  return [namesOf('plaintiff'), namesOf('defendant')].filter(Boolean).join(' / ') || '-';
}
