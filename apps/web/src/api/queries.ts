import type { Call, SentOf } from '@proofkeep/contract';
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { toast } from '../ui/notices/toast.ts';
import { isApiError, toApiError } from './api-error.ts';
import { ask } from './ask.ts';
import { cacheTimes } from './cache-times.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `isShownInPlace`: the page shows the refusal next to its cause, so no toast is needed. */
    mutationMeta: { isShownInPlace?: boolean };
    queryMeta: { isShownInPlace?: boolean };
  }
}

/** Shows a refusal as its record says (specification §8); `redirect` has its own handler, which `ask` calls. */
function showRefusal(error: unknown): void {
  const { show, message } = toApiError(error);
  if (show === 'warn') toast.warn(message);
  if (show === 'error') toast.error(message);
  if (show === 'notification') toast.notify(message);
}

export const queries = new QueryClient({
  queryCache: new QueryCache({
    // Without data, the page itself shows the refusal.
    onError: (error, query) => {
      if (query.state.data !== undefined && !query.meta?.isShownInPlace) showRefusal(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      if (!mutation.meta?.isShownInPlace) showRefusal(error);
    },
  }),
  defaultOptions: {
    queries: {
      ...cacheTimes,
      retry: (failures, error) => failures < 2 && isApiError(error, 'UNREACHABLE', 'INTERNAL'),
    },
  },
});

/** Query options of a read call; the key starts with its path. */
export const queryOf = <C extends Call>(call: C, input: SentOf<C>) =>
  queryOptions({
    queryKey: [call.path, input] as const,
    queryFn: ({ signal }) => ask(call, input, { signal }),
  });
