import '../tasks.css';
import { calls, mayOpen, type PartyMatter, type PartyPage, pageAfter, partyPagePath } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { useLanguage, words } from '../../ui/words/words.ts';
import { keepMatter, matterQuery } from './matter.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-task', text);
const useTitles = words('sign-titles', text);

/** The seven tasks of a party, each with its pages. */
const tasks: readonly (readonly PartyPage[])[] = [
  ['enter'],
  ['identity-one', 'identity-two', 'identity-three'],
  ['identity-four'],
  ['objective'],
  ['objective-video', 'objective-result'],
  ['verify', 'verify-result'],
  ['sign', 'sign-result'],
];

export interface TaskProps {
  nid: string;
  matter: PartyMatter;
  /** Stores the matter returned by a change, and opens the next page. */
  advance: (after: PartyMatter) => void;
}

interface Props {
  page: PartyPage;
  lead?: string;
  /** Polls every five seconds, because others have to act. */
  isWaiting?: boolean;
  children: (task: TaskProps) => ReactNode;
}

/** Frame of a party's page: shows the progress, and redirects if another page is due. */
export function TaskPage({ page, lead, isWaiting = false, children }: Props) {
  const t = useWords();
  const title = useTitles()(page);
  useTitle(title);
  useLanguage();
  const { nid = '' } = useParams();
  const navigate = useNavigate();
  const query = useQuery({ ...matterQuery(nid), refetchInterval: isWaiting ? 5_000 : false });
  const advance = (after: PartyMatter) => {
    keepMatter(nid, after);
    void navigate(partyPagePath(pageAfter(page, after), nid));
  };
  const at = tasks.findIndex((pages) => pages.includes(page));
  return (
    <QueryView query={query}>
      {(matter) =>
        mayOpen(page, matter) ? (
          <div className="phone-page">
            <div className="phone-progress">
              <progress max={tasks.length} value={at + 1} aria-hidden="true" />
              <p className="secondary numbers">{t('progress', { at: at + 1, of: tasks.length })}</p>
            </div>
            <h1>{title}</h1>
            {lead && <p>{lead}</p>}
            {children({ nid, matter, advance })}
            <SignedIn nid={nid} matter={matter} />
          </div>
        ) : (
          <Navigate to={partyPagePath(pageAfter(page, matter), nid)} replace />
        )
      }
    </QueryView>
  );
}

/** The signed-in person, and a sign-out button for shared phones. */
function SignedIn({ nid, matter: { person } }: Pick<TaskProps, 'nid' | 'matter'>) {
  const t = useWords();
  const navigate = useNavigate();
  const out = useMutation({
    mutationFn: () => ask(calls.phoneSigning.partySignOut, { nid }),
    onSettled: async () => {
      const [{ removeRecordings }, { forgetInputs }] = await Promise.all([
        import('./kept-recording.ts'),
        import('./kept-input.ts'),
      ]);
      forgetInputs();
      await removeRecordings();
      queries.removeQueries({ queryKey: [calls.phoneSigning.partyMatter.path] });
      void navigate(partyPagePath('login', nid), { replace: true });
    },
  });
  return (
    <p className="phone-person secondary">
      {t('person', { name: person.name, phone: person.phone })}{' '}
      <button type="button" className="button quiet" onClick={() => out.mutate()}>
        {t('out')}
      </button>
    </p>
  );
}
