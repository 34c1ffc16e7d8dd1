import { lastPage } from '@proofkeep/contract';
import { useSearchParams } from 'react-router';

/** Page number in the URL; 1 if absent or out of range. */
export function pageOf(query: URLSearchParams, name = 'page'): number {
  const page = Number(query.get(name));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** Returns the text if it is one of the values, otherwise undefined. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null | undefined,
): Value | undefined => values.find((value) => value === text);

export type Change = Record<string, string | undefined>;

/** Returns the query with changed filters and without the page number; '' and undefined remove a filter. */
export function asking(query: URLSearchParams, change: Change, pageName = 'page'): URLSearchParams {
  const after = new URLSearchParams(query);
  after.delete(pageName);
  for (const [name, value] of Object.entries(change)) {
    if (value) after.set(name, value);
    else after.delete(name);
  }
  return after;
}

/** Filters and page of a list, kept in the URL. */
export function useAddress() {
  const [query, setQuery] = useSearchParams();
  const want = (change: Change) => setQuery((before) => asking(before, change));
  return { query, page: pageOf(query), want };
}

/** Path of another page that keeps the list's query. */
export const withQuery = (path: string, query: URLSearchParams): string => (query.size > 0 ? `${path}?${query}` : path);
