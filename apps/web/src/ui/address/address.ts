import { lastPage } from '@proofkeep/contract';
import { useSearchParams } from 'react-router';

/** The page number in the address; 1 where it is absent or none that can be asked for. */
export function pageOf(query: URLSearchParams, name = 'page'): number {
  const page = Number(query.get(name));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** The text where it is one of the values; undefined otherwise. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null | undefined,
): Value | undefined => values.find((value) => value === text);

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
