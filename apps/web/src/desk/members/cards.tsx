import type { ReactNode } from 'react';
import { Pages } from '../../ui/kit/pages.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';

interface Props<Row> {
  query: { data: { list: readonly Row[]; total: number } | undefined; error: Error | null; refetch: () => unknown };
  label: string;
  hint?: string;
  /** Number of placeholder rows. */
  rows: number;
  /** Shown if there are no rows. */
  none?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** A paged list whose rows are items of a card. */
export const Cards = <Row,>({ query, label, hint, rows, none, children }: Props<Row>) => (
  <QueryView query={query} rows={rows}>
    {({ list, total }) =>
      total === 0 && none ? (
        none
      ) : (
        <>
          {hint && <p className="secondary members-hint">{hint}</p>}
          <ul className="members-cards panel" aria-label={label}>
            {list.map(children)}
          </ul>
          <Pages total={total} />
        </>
      )
    }
  </QueryView>
);
