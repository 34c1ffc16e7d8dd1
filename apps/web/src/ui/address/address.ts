import { page } from '@proofkeep/contract';
import { useSearchParams } from 'react-router';

/** What the address says wrongly is as if it were not said. */
export const pageOf = (query: URLSearchParams, name = 'page'): number => page.page.catch(1).parse(query.get(name));

export type Change = Record<string, string | undefined>;

/** Asks for this besides, from the first page on; '' or undefined: no longer. */
export function asking(query: URLSearchParams, change: Change, pageName = 'page'): URLSearchParams {
  const after = new URLSearchParams(query);
  after.delete(pageName);
  for (const [name, value] of Object.entries(change)) {
    if (value) after.set(name, value);
    else after.delete(name);
  }
  return after;
}

/** What of a list is shown stands in the address. */
export function useAddress() {
  const [query, setQuery] = useSearchParams();
  const want = (change: Change) => setQuery((before) => asking(before, change));
  return { query, page: pageOf(query), want };
}

/** Another page, and what is asked of the list beside it. */
export const withQuery = (path: string, query: URLSearchParams): string => (query.size > 0 ? `${path}?${query}` : path);
