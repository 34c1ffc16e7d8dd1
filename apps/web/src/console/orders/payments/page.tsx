import '../orders.css';
import { calls } from '@proofkeep/contract';
import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { useRows } from '../../../api/rows.ts';
import { useAddress } from '../../../ui/address/address.ts';
import { PageHeading } from '../../../ui/kit/page-heading.tsx';
import { Pages } from '../../../ui/kit/pages.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { words } from '../../../ui/words/words.ts';
import { queueSize } from '../../ui/queue.tsx';
import { AllPayments } from './all.tsx';
import { Issues } from './issues.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-payments', text);

const views = ['open', 'done', 'all'] as const;
type View = (typeof views)[number];

/** Tabs for open payment issues (the default), resolved ones, and all payments. */
export function Component() {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const view: View = views.find((one) => one === query.get('view')) ?? 'open';
  return (
    <>
      <PageHeading title={t('title')} />
      <Tabs
        activeKey={view}
        destroyOnHidden
        onChange={(key) => setQuery(key === 'open' ? {} : { view: key })}
        items={views.map((key) => ({
          key,
          label: t(key),
          children: key === 'all' ? <AllPayments /> : <IssueList key={key} view={key} />,
        }))}
      />
    </>
  );
}

function IssueList({ view }: { view: 'open' | 'done' }) {
  const t = useWords();
  const { page } = useAddress();
  const { data, error, refetch } = useRows({
    ...queryOf(calls.consoleOrders.paymentIssues, { view, page, size: queueSize }),
    staleTime: 0,
  });
  if (!data) return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />;
  if (data.total === 0)
    return (
      <div className="console-nothing panel">
        <h2>{t(view === 'open' ? 'none' : 'noneDone')}</h2>
        <p className="secondary">{t('noneHint')}</p>
      </div>
    );
  return (
    <>
      <Issues issues={data.list} />
      <Pages total={data.total} size={queueSize} />
    </>
  );
}
