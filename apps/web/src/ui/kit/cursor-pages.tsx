import './pages.css';
import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('cursor-pages', text);

/** Cursors of the previous pages, in the URL; the last one is that of the current page. */
export const cursorsIn = (query: URLSearchParams): string[] => query.getAll('after').slice(-mostKept);

/** How many pages one can go back: the length of a URL is limited. */
const mostKept = 12;

interface Props {
  /** Undefined while counting. */
  total: number | undefined;
  /** Totals are capped here: this number means "this many or more". */
  countedTo: number;
  nextCursor: string | null | undefined;
}

/** Footer of a list with cursors: the cost of a page doesn't grow with the pages before it. */
export function CursorPages({ total, countedTo, nextCursor }: Props) {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const cursors = cursorsIn(query);
  const turnTo = (after: readonly string[]) => {
    const next = new URLSearchParams(query);
    next.delete('after');
    for (const cursor of after) next.append('after', cursor);
    setQuery(next);
    scrollTo({ top: 0 });
  };
  return (
    <div className="pages">
      <span className="secondary numbers" role="status">
        {total !== undefined && t(total < countedTo ? 'total' : 'more', { count: total })}
      </span>
      {(cursors.length > 0 || nextCursor) && (
        <nav aria-label={t('pages')} className="actions">
          <Button disabled={cursors.length === 0} onClick={() => turnTo(cursors.slice(0, -1))}>
            {t('previous')}
          </Button>
          <Button
            disabled={!nextCursor}
            onClick={() => nextCursor && turnTo([...cursors, nextCursor].slice(-mostKept))}
          >
            {t('next')}
          </Button>
        </nav>
      )}
    </div>
  );
}
