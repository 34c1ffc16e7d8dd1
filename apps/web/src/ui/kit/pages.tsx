import './pages.css';
import { countedTo, pageSize } from '@proofkeep/contract';
import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { asking, pageOf } from '../address/address.ts';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('pages', text);

interface Props {
  /** Undefined while loading. */
  total: number | undefined;
  size?: number;
  /** Name of the page parameter in the URL. */
  name?: string;
  /** Half-width layout without a button for each page. */
  isNarrow?: boolean;
  children?: ReactNode;
}

/** Footer of a list: total and pagination. The page number is kept in the URL. */
export function Pages({ total, size = pageSize, name = 'page', isNarrow = false, children }: Props) {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const page = pageOf(query, name);
  if (!total) return null;
  const turnTo = (next: number) => setQuery(asking(query, { [name]: next > 1 ? String(next) : '' }, name));
  return (
    <div className="pages" data-narrow={isNarrow}>
      <span className="secondary numbers" role="status">
        {t(total < countedTo({ page, size }) ? 'total' : 'more', { count: total })}
      </span>
      {children}
      {total > size && (
        <nav aria-label={t('pages')}>
          <Pagination
            simple={isNarrow}
            size={isNarrow ? 'small' : 'medium'}
            current={page}
            total={total}
            pageSize={size}
            showSizeChanger={false}
            onChange={turnTo}
          />
        </nav>
      )}
    </div>
  );
}
