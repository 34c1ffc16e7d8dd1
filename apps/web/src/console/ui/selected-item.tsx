import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('selected-item', text);

/** Shown in narrow windows, which hide the list. */
export function BackLink({ to }: { to: To }) {
  const t = useWords();
  return (
    <Link to={to} className="console-back">
      {t('back')}
    </Link>
  );
}

interface Props<T> {
  back: To;
  found: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (of: T) => ReactNode;
}

/** Right half of a `Split`: the selected item. */
export function SelectedItem<T>({ back, found: { data, error, refetch }, children }: Props<T>) {
  return (
    <>
      <BackLink to={back} />
      {data !== undefined && children(data)}
      {data === undefined && error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton rows={8} />}
    </>
  );
}
