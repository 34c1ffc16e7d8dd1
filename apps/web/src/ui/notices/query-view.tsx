import type { ReactNode } from 'react';
import { ErrorPanel } from './error-panel.tsx';
import { Skeleton } from './skeleton.tsx';

interface Props<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Number of placeholder rows, about that of the content. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** Shows what a query loaded; until then placeholder rows, or the error with a retry button. */
export function QueryView<Data>({ query: { data, error, refetch }, rows, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton {...(rows && { rows })} />;
}
