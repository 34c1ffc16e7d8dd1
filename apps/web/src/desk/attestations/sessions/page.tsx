import '../attestations.css';
import './sessions.css';
import {
  attestationSearchLength,
  calls,
  type ListedSession,
  type LiveState,
  liveStateTable,
  liveStateWords,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/queries.ts';
import { useRows } from '../../../api/rows.ts';
import { oneOf, useAddress } from '../../../ui/address/address.ts';
import { paths } from '../../../ui/address/paths.ts';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { PageHeading } from '../../../ui/kit/page-heading.tsx';
import { Pages } from '../../../ui/kit/pages.tsx';
import { Toggles, toggled } from '../../../ui/kit/toggles.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { SessionTable } from './table.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('live-sessions', text);

/** How often the list is polled while it contains a running session. */
const everyMs = 5_000;
const overStates: ReadonlySet<LiveState> = new Set(['succeeded', 'failed', 'cancelled']);
const isOpen = ({ sessionState }: ListedSession) => !overStates.has(sessionState);

/** `/attestation/process`: live sessions, newest first. */
export function Component() {
  const t = useWords();
  const language = useLanguage();
  const { query, page, want } = useAddress();
  const search = (query.get('search') ?? '').trim().slice(0, attestationSearchLength);
  const states = (query.get('states') ?? '').split(',').flatMap((state) => oneOf(liveStateTable.states, state) ?? []);
  const { data, error, refetch } = useRows({
    ...queryOf(calls.liveSessions.sessionList, { page, search, ...(states.length > 0 && { states }) }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.list.some(isOpen) ? everyMs : false),
  });
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const mayAct = me?.permissions.includes('preserve') ?? false;
  return (
    <>
      <PageHeading title={t('title')}>{mayAct && <NewSession />}</PageHeading>
      <search className="attestations-sessions-filter">
        <SearchField
          label={t('search')}
          text={search}
          maxLength={attestationSearchLength}
          onSearch={(typed) => want({ search: typed })}
        />
        <Toggles
          label={t('states')}
          of={liveStateTable.states}
          nameOf={(state) => wordIn(liveStateWords[state], language)}
          chosen={states}
          onToggle={(state) => want({ states: toggled(states, state).join(',') })}
        />
      </search>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data?.total === 0 ? (
        <None isFiltered={search !== '' || states.length > 0} mayAct={mayAct} />
      ) : (
        <SessionTable rows={data?.list} mayAct={mayAct} />
      )}
      <Pages total={data?.total} />
    </>
  );
}

function NewSession() {
  const t = useWords();
  return (
    <LinkButton type="primary" to={paths.newLiveSession}>
      {t('open')}
    </LinkButton>
  );
}

function None({ isFiltered, mayAct }: { isFiltered: boolean; mayAct: boolean }) {
  const t = useWords();
  if (!isFiltered)
    return (
      <EmptyState title={t('none')} hint={t('noneHint')}>
        {mayAct && <NewSession />}
      </EmptyState>
    );
  return (
    <EmptyState title={t('nothing')} hint={t('nothingHint')}>
      <LinkButton to={paths.liveSessions}>{t('clear')}</LinkButton>
    </EmptyState>
  );
}
