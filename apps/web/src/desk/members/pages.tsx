import { Pagination } from 'antd';
import { useSearchParams } from 'react-router';
import { words } from '../../ui/words.ts';

const useWords = words('member-pages', { pages: ['分页', 'Pages'], total: ['共 {count} 条', '{count} in all'] });

/** Specification §9. */
export const pageSize = 10;

/** What the address says wrongly is as if it were not said. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1;
}

export function Pages({ total, page }: { total: number; page: number }) {
  const say = useWords();
  const [, setQuery] = useSearchParams();
  if (total <= pageSize) return null;
  return (
    <nav className="members-pages" aria-label={say('pages')}>
      <span className="secondary numbers">{say('total', { count: total })}</span>
      <Pagination
        current={page}
        total={total}
        pageSize={pageSize}
        showSizeChanger={false}
        onChange={(wanted) => setQuery((now) => (now.set('page', String(wanted)), now))}
      />
    </nav>
  );
}
