import { type AttestationSummary, calls } from '@proofkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import { pausedMs, shown } from './options.ts';

export interface SearchResults {
  rows: readonly AttestationSummary[];
  /** Results for the typed text are not loaded yet. */
  isSearching: boolean;
  error: unknown;
}

/** Attestations by number, name, URL and remark, fetched when typing pauses; the newest while nothing is typed. */
export function useSearchResults(text: string, isAllowed: boolean): SearchResults {
  const typed = text.trim();
  const [search, setSearch] = useState(typed);
  useEffect(() => {
    const later = setTimeout(() => setSearch(typed), pausedMs);
    return () => clearTimeout(later);
  }, [typed]);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...queryOf(calls.attestations.list, { search, size: shown }),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
    meta: { isShownInPlace: true },
  });
  const isStale = search !== typed || isPlaceholderData;
  return {
    rows: isAllowed && !error && !isStale ? (data?.list ?? []) : [],
    isSearching: isAllowed && !error && (isStale || (isFetching && !data)),
    error: isAllowed ? error : null,
  };
}
