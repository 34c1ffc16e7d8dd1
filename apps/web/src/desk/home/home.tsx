import './home.css';
import { type AttestationState, attestationStates, calls, stateWords } from '@proofkeep/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { paths } from '../../ui/paths.ts';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { useTitle } from '../../ui/title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { useLanguage, wordIn, words } from '../../ui/words.ts';

const useWords = words('home', {
  title: ['首页', 'Home'],
  greeting: ['{name}，您好', 'Hello, {name}'],
  preserve: ['存证网页', 'Preserve a page'],
  states: ['按状态统计', 'By state'],
  recent: ['最近的存证', 'Recent attestations'],
  all: ['查看全部', 'See all'],
  none: ['还没有存证', 'Nothing preserved yet'],
  noneHint: [
    '粘贴一个网址，我们会打开网页、完整保存、加盖时间戳并写入公开日志。',
    'Paste an address: the page is opened, captured whole, stamped and written to a public log.',
  ],
});

const recentCount = 5;

export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  return (
    <>
      <div className="page-heading">
        <h1>{me ? say('greeting', { name: me.name }) : say('title')}</h1>
        <LinkButton to={paths.preserve} type="primary" size="large">
          {say('preserve')}
        </LinkButton>
      </div>
      <States />
      <Recent />
    </>
  );
}

const countOf = (state: AttestationState) => queryOf(calls.attestations.list, { states: [state], size: 1 });

/** Each count leads to those counted. */
function States() {
  const say = useWords();
  const language = useLanguage();
  const counts = useQueries({ queries: attestationStates.map(countOf) });
  return (
    <ul className="home-states" aria-label={say('states')}>
      {attestationStates.map((state, at) => (
        <li key={state}>
          <Link to={`${paths.attestations}?state=${state}`} className="panel">
            <span className="secondary">{wordIn(stateWords[state], language)}</span>
            <strong className="numbers">{counts[at]?.data?.total.toLocaleString('en-US') ?? '-'}</strong>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Recent() {
  const say = useWords();
  const { data, error, refetch } = useQuery(queryOf(calls.attestations.list, { size: recentCount }));
  if (error && !data) return <RefusedPanel error={error} onRetry={() => void refetch()} />;
  return (
    <section className="home-recent panel">
      <header>
        <h2>{say('recent')}</h2>
        {data && data.total > 0 && <Link to={paths.attestations}>{say('all')}</Link>}
      </header>
      {!data && <Waiting />}
      {data?.total === 0 && (
        <div className="home-none">
          <p>{say('none')}</p>
          <p className="secondary">{say('noneHint')}</p>
        </div>
      )}
      <ul>
        {data?.list.map((row) => (
          <li key={row.ano}>
            <Thumbnail src={row.thumbnail} />
            <Link to={paths.attestation(row.ano)}>{row.name || row.url}</Link>
            <StateChip {...row} />
            <span className="secondary home-time">
              <Moment at={row.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
