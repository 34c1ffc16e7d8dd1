import '../notarization.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { useTitle } from '../../../ui/address/title.ts';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { words } from '../../../ui/words/words.ts';
import { enteredOf } from './application.ts';
import { ApplicationForm } from './application-form.tsx';
import { ChooseKind } from './choose-kind.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-new', text);

/** `/notarization/add`: chooses a kind, then fills in the application, which is kept as a draft. */
export function Component() {
  const t = useWords();
  const [query] = useSearchParams();
  const id = query.get('draft');
  useTitle(t('title'));
  return id ? <Draft key={id} id={id} /> : <ChooseKind />;
}

function Draft({ id }: { id: string }) {
  // Read once: later edits must not be replaced.
  const draft = useQuery({
    ...queryOf(calls.notarization.matterDraft, { id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const matter = useQuery(queryOf(calls.notarization.matterSummary, { id }));
  return (
    <QueryView query={draft} rows={10}>
      {(saved) => (
        <QueryView query={matter} rows={10}>
          {(summary) => <ApplicationForm matter={summary} saved={enteredOf(saved)} />}
        </QueryView>
      )}
    </QueryView>
  );
}
