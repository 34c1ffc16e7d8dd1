import './reports.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useAddress } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { Ago } from '../../ui/kit/ago.tsx';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { ReportChip } from '../../ui/reports/chip.tsx';
import { words } from '../../ui/words/words.ts';
import { ReportDetail } from './detail.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('reports', text);

const size = 20;

/** `/reports` (the problems that the user reported) and `/reports/:id` (one of them). */
export function Component() {
  const { id } = useParams();
  return id ? <ReportDetail key={id} id={id} /> : <Reports />;
}

function Reports() {
  const t = useWords();
  const { page } = useAddress();
  const { data, error, refetch } = useQuery(queryOf(calls.reports.ownReports, { page, size }));
  return (
    <>
      <PageHeading title={t('title')}>
        <LinkButton to={paths.report} type="primary">
          {t('new')}
        </LinkButton>
      </PageHeading>
      {!data && error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data?.list.length === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
      {data && data.list.length > 0 && (
        <ul className="reports-rows panel">
          {data.list.map(({ id, text, state, changedAt, ano }) => (
            <li key={id}>
              <Link to={paths.ownReport(id)}>
                <span className="reports-excerpt">{text}</span>
                <span className="reports-line secondary">
                  <ReportChip state={state} />
                  <Ago at={changedAt} />
                  {ano && <code>{ano}</code>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Pages total={data?.total} size={size} />
    </>
  );
}
