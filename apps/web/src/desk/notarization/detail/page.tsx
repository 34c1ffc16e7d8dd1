import '../notarization.css';
import { calls, isMatterOver, type MatterDetail, matterKindFacts } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { isApiError } from '../../../api/api-error.ts';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { useTitle } from '../../../ui/address/title.ts';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { MatterDocuments } from '../../../ui/matter/documents.tsx';
import { MatterChip } from '../../../ui/matter/matter-chip.tsx';
import { MatterPeople } from '../../../ui/matter/people.tsx';
import { MatterProgress } from '../../../ui/matter/progress.tsx';
import { MatterTimeline } from '../../../ui/matter/timeline.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { Facts } from './facts.tsx';
import { FormFacts } from './form-facts.tsx';
import { Next } from './next.tsx';
import { Recordings } from './recordings.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter', text);

/** Another party or the notary may act at any time. */
const lookMs = 10_000;

/** `/notarization/{id}` */
export function Component() {
  const t = useWords();
  const { id = '' } = useParams();
  const query = useQuery({ ...queryOf(calls.notarization.matterInfo, { id }), staleTime: 0, refetchInterval: lookMs });
  useTitle(query.data ? t('page', { no: query.data.no }) : t('title'));
  return (
    <>
      <Link to={paths.matters()} className="notarization-back">
        {t('back')}
      </Link>
      {!query.data && isApiError(query.error, 'NOT_FOUND', 'INPUT_INVALID') ? (
        <EmptyState title={t('missing')}>
          <LinkButton to={paths.matters()}>{t('back')}</LinkButton>
        </EmptyState>
      ) : (
        <QueryView query={query} rows={10}>
          {(matter) => <Detail matter={matter} />}
        </QueryView>
      )}
    </>
  );
}

function Detail({ matter }: { matter: MatterDetail }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <article>
      <div className="page-heading">
        <div className="notarization-heading">
          <h1>{wordIn(matterKindFacts[matter.kind].name, language)}</h1>
          <MatterChip state={matter.state} />
          <Copyable text={matter.no} what={t('no')} kept={20} />
        </div>
      </div>
      <section className="panel notarization-progress">
        <MatterProgress matter={matter} />
      </section>
      <div className="notarization-columns">
        <div className="notarization-column">
          <Next matter={matter} />
          <MatterDocuments
            kind={matter.kind}
            state={matter.state}
            documents={matter.documents}
            linkOf={(document) => paths.matterFileOf({ matter: matter.id, document: document.id })}
          />
          <Recordings matter={matter} />
          {matter.people.length > 0 && <MatterPeople people={matter.people} isOver={isMatterOver(matter.state)} />}
          <FormFacts matter={matter} />
          <MatterTimeline journal={matter.journal} />
        </div>
        <Facts matter={matter} />
      </div>
    </article>
  );
}
