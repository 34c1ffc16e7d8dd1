import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Pages } from '../../ui/kit/pages.tsx';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { Waiting } from '../../ui/notices/waiting.tsx';

export const queueSize = 20;

interface Props<Row> {
  title: string;
  /** An item is open beside the queue and has the page heading. */
  isBeside: boolean;
  filter: ReactNode;
  found: { data: { list: readonly Row[]; total: number } | undefined; error: Error | null; refetch: () => unknown };
  nothing: { title: string; hint?: string };
  children: (row: Row) => ReactNode;
}

/** Left half of a `Split`: the items to choose from. */
export function Queue<Row>({ title, isBeside, filter, found, nothing, children }: Props<Row>) {
  const { data, error, refetch } = found;
  return (
    <>
      <div className="console-queue-head">
        {isBeside ? <h2>{title}</h2> : <h1>{title}</h1>}
        {filter}
      </div>
      {!data && error && <RefusedPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="console-queue-waiting">
          <Waiting rows={8} />
        </div>
      )}
      {data?.list.length === 0 && (
        <div className="console-nothing">
          <strong>{nothing.title}</strong>
          {nothing.hint && <span className="secondary">{nothing.hint}</span>}
        </div>
      )}
      {data && data.list.length > 0 && <ul className="console-rows">{data.list.map(children)}</ul>}
      <Pages total={data?.total} size={queueSize} isNarrow />
    </>
  );
}

/** A row of the queue; its lines have the class `console-line`. */
export function QueueRow({ to, isChosen, children }: { to: string; isChosen: boolean; children: ReactNode }) {
  return (
    <li>
      <Link to={to} aria-current={isChosen ? 'true' : undefined}>
        {children}
      </Link>
    </li>
  );
}
