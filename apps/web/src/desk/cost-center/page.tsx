import './cost-center.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import { Entries } from './entries.tsx';
import type { People } from './entries-filter.tsx';
import { Orders } from './orders/orders.tsx';
import { AccountSummary, OwnSummary } from './overview.tsx';
import { Spending } from './spending.tsx';
import { Statements } from './statements.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('cost-center', text);

export function Component() {
  const t = useWords();
  const { data, error, refetch } = useQuery({ ...queryOf(calls.costCenter.costCenter, {}), staleTime: 0 });
  const title = t(data && !data.account ? 'own' : 'title');
  useTitle(title);
  return (
    <>
      <div className="page-heading">
        <h1>{title}</h1>
        {data?.account && (
          <div className="actions">
            <LinkButton to={paths.packages}>{t('packages')}</LinkButton>
            <LinkButton to={paths.recharge} type="primary">
              {t('recharge')}
            </LinkButton>
          </div>
        )}
      </div>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && (
        <>
          {data.account ? (
            <AccountSummary account={data.account} month={data.month} />
          ) : (
            <OwnSummary own={data.own} month={data.month} />
          )}
          <Parts people={data.account?.people ?? null} />
        </>
      )}
    </>
  );
}

/** @param people null for users who see only their own spending */
function Parts({ people }: { people: People | null }) {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const parts = [
    {
      key: 'spending',
      label: t('spending'),
      children: <Spending hasMembers={people !== null && people.length > 1} />,
    },
    { key: 'entries', label: t('entries'), children: <Entries people={people} /> },
    // Orders belong to the account, so users who see only their own spending have none.
    ...(people
      ? [
          { key: 'orders', label: t('orders'), children: <Orders /> },
          { key: 'statements', label: t('statements'), children: <Statements /> },
        ]
      : []),
  ];
  const active = parts.find(({ key }) => key === query.get('tab'))?.key ?? 'spending';
  return (
    <Tabs
      activeKey={active}
      destroyOnHidden
      tabBarGutter={16}
      onChange={(key) => setQuery(key === 'spending' ? {} : { tab: key })}
      items={parts}
    />
  );
}
