import './usage.css';
import { calls, usageDays } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-usage', text);

/** `/console/usage`: which pages are opened, and from which the site is left; bars share one scale. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { data, error, refetch } = useQuery({ ...queryOf(calls.behavior.usage, {}), staleTime: 0 });
  const most = Math.max(1, ...(data?.list.map(({ opened }) => opened) ?? []));
  return (
    <div className="console-usage">
      <h1>{t('title')}</h1>
      <p className="secondary">{t('hint', { days: usageDays })}</p>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data?.list.length === 0 && <EmptyState title={t('none')} />}
      {data && data.list.length > 0 && (
        <table className="console-usage-table">
          <thead>
            <tr>
              <th scope="col">{t('page')}</th>
              <th scope="col">{t('opened')}</th>
              <th scope="col">{t('left')}</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map(({ name, opened, left }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <Bar count={opened} most={most} kind="opened" />
                <Bar count={left} most={most} kind="left" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

const Bar = ({ count, most, kind }: { count: number; most: number; kind: 'opened' | 'left' }) => (
  <td>
    <span className="console-usage-bar" data-kind={kind} style={{ width: `${(count / most) * 70}%` }} />
    <span className="numbers">{count}</span>
  </td>
);
