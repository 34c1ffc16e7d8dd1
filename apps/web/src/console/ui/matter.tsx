import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter', text);

/** Shown in narrow windows, which hide the list. */
export function BackLink({ to }: { to: To }) {
  const t = useWords();
  return (
    <Link to={to} className="console-back">
      {t('back')}
    </Link>
  );
}

interface Props<Of> {
  back: To;
  found: { data: Of | undefined; error: Error | null; refetch: () => unknown };
  children: (of: Of) => ReactNode;
}

/** Right half of a `Split`: the selected item. */
export function Matter<Of>({ back, found: { data, error, refetch }, children }: Props<Of>) {
  return (
    <>
      <BackLink to={back} />
      {data !== undefined && children(data)}
      {data === undefined && error && <RefusedPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Waiting rows={8} />}
    </>
  );
}
