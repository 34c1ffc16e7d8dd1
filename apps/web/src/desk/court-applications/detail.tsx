import './court-applications.css';
import { type CourtApplication, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { Link, useParams } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { CourtChip } from '../../ui/court/court-chip.tsx';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import { Editor } from './editor.tsx';
import { Fixed } from './fixed.tsx';
import { History } from './history.tsx';
import { Submission } from './submission.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('court-application', text);

/** `/evidence/{id}` */
export function Component() {
  const t = useWords();
  const { id = '' } = useParams();
  const query = useQuery({ ...queryOf(calls.courtApplications.courtApplication, { id }), staleTime: 0 });
  useTitle(query.data ? t('page', { no: query.data.no }) : t('title'));
  return (
    <>
      <Link to={paths.courtApplications} className="court-applications-back">
        {t('back')}
      </Link>
      {!query.data && isApiError(query.error, 'NOT_FOUND', 'INPUT_INVALID') ? (
        <EmptyState title={t('missing')}>
          <LinkButton to={paths.courtApplications}>{t('back')}</LinkButton>
        </EmptyState>
      ) : (
        <QueryView query={query} rows={10}>
          {/* Starts the editor with the service's current data, not with the cache of an earlier visit. */}
          {(application) => (query.isFetchedAfterMount ? <Detail application={application} /> : <Skeleton rows={10} />)}
        </QueryView>
      )}
    </>
  );
}

function Detail({ application }: { application: CourtApplication }) {
  const t = useWords();
  const { id, no, state, reason, events } = application;
  return (
    <article>
      <div className="page-heading">
        <div className="court-applications-heading">
          <h1>{t('title')}</h1>
          <CourtChip state={state} />
          <Copyable text={no} what={t('no')} kept={20} />
        </div>
      </div>
      {reason && <Alert type="error" showIcon title={t('returned', { reason })} />}
      {state === 'draft' ? (
        <Editor key={id} application={application} />
      ) : (
        <div className="court-applications-columns">
          <Fixed application={application} />
          <Submission application={application} />
        </div>
      )}
      <History events={events} />
    </article>
  );
}
