import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { QueryView } from '../../ui/notices/query-view.tsx';
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
  children: (data: T) => ReactNode;
}

/** Right half of a `Split`: the selected item. */
export function SelectedItem<T>({ back, found, children }: Props<T>) {
  return (
    <>
      <BackLink to={back} />
      <QueryView query={found} rows={8}>
        {children}
      </QueryView>
    </>
  );
}
