import type { Query, QueryClientConfig } from '@tanstack/react-query';

/** Specification §9: answers are cached for five minutes; window focus refetches those older than five seconds. */
const keptMs = 5 * 60_000;
const focusMs = 5_000;

export const cacheTimes = {
  staleTime: keptMs,
  gcTime: keptMs,
  // Events may have been missed while offline: even fresh data is fetched again.
  refetchOnReconnect: 'always',
  refetchOnWindowFocus: (query: Query) => (Date.now() - query.state.dataUpdatedAt > focusMs ? 'always' : false),
} satisfies NonNullable<QueryClientConfig['defaultOptions']>['queries'];
