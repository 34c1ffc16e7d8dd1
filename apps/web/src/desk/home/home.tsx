import './home.css';
import { calls, type Me } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { HomeField } from '../../ui/preserve/home-field.tsx';
import { MayNotPreserve } from '../../ui/preserve/may-not-preserve.tsx';
import { words } from '../../ui/words/words.ts';
import { Counts } from './counts.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { PendingInvitations } from './pending-invitations.tsx';
import { Recent } from './recent.tsx';
import { Trend } from './trend.tsx';
import { WaitingMatters } from './waiting-matters.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('home', text);

/** Only for accounts without evidence. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));

const home = queryOf(calls.home.accountHome, {});

export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const mayPreserve = me?.permissions.includes('preserve') ?? false;
  const mayLook = me?.permissions.includes('evidence') ?? false;
  const { data } = useQuery({ ...home, enabled: mayLook });
  const isNew = data?.recent.length === 0;
  return (
    <>
      <div className="page-heading">
        <h1>{me ? t('greeting', { name: me.name }) : t('title')}</h1>
        {mayPreserve && !isNew && (
          <LinkButton to={paths.preserve} type="primary" size="large">
            {t('preserve')}
          </LinkButton>
        )}
      </div>
      {me && <PendingInvitations me={me} />}
      {me && (mayPreserve ? <HomeField /> : <MayNotPreserve me={me} />)}
      {me?.permissions.includes('matters') && <WaitingMatters />}
      {me && (mayLook ? <Overview me={me} /> : <p className="panel home-note">{t('notLet')}</p>)}
    </>
  );
}

function Overview({ me }: { me: Me }) {
  const { data, error, refetch } = useQuery(home);
  const mayAct = me.permissions.includes('preserve');
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={10} />;
  if (data.recent.length === 0)
    return (
      <Suspense fallback={<Skeleton rows={10} />}>
        <FirstSteps me={me} />
      </Suspense>
    );
  return (
    <div className="home">
      <NeedsAttention
        previews={data.previews}
        failures={data.failures}
        unpaid={me.permissions.includes('billing') ? data.counts.unpaid : 0}
        mayAct={mayAct}
      />
      <Counts counts={data.counts} />
      <Trend trend={data.trend} />
      <Recent rows={data.recent} />
    </div>
  );
}
