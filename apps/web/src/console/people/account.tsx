import { type AccountPage, attestationStateWords, calls, closingStateWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { manualRefetch } from '../ui/manual-refetch.ts';
import { SelectedItem } from '../ui/selected-item.tsx';
import { DecisionBar } from '../ui/split.tsx';
import { Trail } from '../ui/trail.tsx';
import { Bar } from './bar.tsx';
import { LoginPanel } from './login-panel.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-account', text);

/** One account: its users, assets and history, with the account's actions at the bottom. */
export function Component() {
  const t = useWords();
  const { search } = useLocation();
  const { accountId = '' } = useParams();
  const found = useQuery({
    ...queryOf(calls.people.lookAtAccount, { accountId }),
    ...manualRefetch,
  });
  return (
    <SelectedItem back={`${paths.consolePeople}${search}`} found={found}>
      {(data) => (
        <>
          <Head account={data} />
          <Parts account={data} />
          <DecisionBar>
            <span className="secondary">{t('about')}</span>
            <Bar kind="account" id={data.accountId} name={data.name} barred={data.barred} />
          </DecisionBar>
        </>
      )}
    </SelectedItem>
  );
}

function Head({ account: { name, accountId, createdAt, barred, closing, attestations } }: { account: AccountPage }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <header className="console-people-head">
      <h1>{name}</h1>
      <p className="secondary">
        {t('id')} <Copyable text={accountId} what={t('id')} kept={6} /> · {t('since')} <Moment at={createdAt} />
      </p>
      {closing && (
        <p role="note">
          <span className="chip">{wordIn(closingStateWords[closing.state], language)}</span>{' '}
          <Moment at={closing.askedAt} />
          {closing.state === 'cooling' && (
            <>
              {' '}
              {t('closes')} <Moment at={closing.dueAt} />
            </>
          )}
        </p>
      )}
      {barred && (
        <div className="console-people-barred" role="note">
          <strong>{t('barred')}</strong> <Moment at={barred.at} />
          <p>{t('barredBy', { name: barred.by, reason: barred.reason })}</p>
        </div>
      )}
      <h2>{t('attestations')}</h2>
      {attestations.length === 0 ? (
        <p className="secondary">{t('noAttestations')}</p>
      ) : (
        <dl className="console-people-counts">
          {attestations.map(({ state, count }) => (
            <div key={state}>
              <dt>{wordIn(attestationStateWords[state], language)}</dt>
              <dd className="numbers">{count}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  );
}

function Parts({ account }: { account: AccountPage }) {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  return (
    <Tabs
      activeKey={query.get('tab') === 'trail' ? 'trail' : 'logins'}
      onChange={(tab) => setQuery((now) => (now.set('tab', tab), now), { replace: true })}
      destroyOnHidden
      items={[
        {
          key: 'logins',
          label: t('logins'),
          children: (
            <div className="console-people-logins">
              {account.logins.map((login) => (
                <LoginPanel key={login.loginId} login={login} />
              ))}
            </div>
          ),
        },
        { key: 'trail', label: t('trail'), children: <Trail asked={{ accountId: account.accountId }} /> },
      ]}
    />
  );
}
