import { type ShowType, showTypes } from '@proofkeep/contract';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';

// The modules read the language from the document when they load.
vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
const [{ closeToast, shownToasts, toast }, { ApiError }, { queries }] = await Promise.all([
  import('../ui/notices/toast.ts'),
  import('./api-error.ts'),
  import('./queries.ts'),
]);

const spies = { warn: vi.spyOn(toast, 'warn'), error: vi.spyOn(toast, 'error'), notify: vi.spyOn(toast, 'notify') };
afterEach(() => {
  for (const spy of Object.values(spies)) spy.mockReset();
  for (const { id } of shownToasts()) closeToast(id);
  queries.clear();
});

/** What was shown, as the kind of toast and its text. */
const shown = () =>
  Object.entries(spies).flatMap(([kind, spy]) => spy.mock.calls.map(([text]) => [kind, text] as const));
const refused = (show: ShowType) => () => Promise.reject(new ApiError('NOT_ALLOWED', { show, message: 'No.' }));

/** Specification §8. `ask` leads to /exception for `redirect`. */
const toasts = {
  silent: [],
  warn: [['warn', 'No.']],
  error: [['error', 'No.']],
  notification: [['notify', 'No.']],
  redirect: [],
} satisfies Record<ShowType, unknown>;

it.each(showTypes)('an act refused with show type %s shows what the specification says', async (show) => {
  await new MutationObserver(queries, { mutationFn: refused(show) }).mutate().catch(() => {});

  expect(shown()).toEqual(toasts[show]);
});

it('a refusal that the page shows beside its cause has no toast', async () => {
  const mutationFn = refused('error');
  await new MutationObserver(queries, { mutationFn, meta: { isShownInPlace: true } }).mutate().catch(() => {});

  expect(shown()).toEqual([]);
});

it('a read that fails has a toast only if the page has older data to show', async () => {
  const options = { queryKey: ['read'], queryFn: refused('warn'), retry: false };
  await new QueryObserver(queries, options).refetch();
  expect(shown()).toEqual([]);

  queries.setQueryData(['read'], 'older');
  await new QueryObserver(queries, options).refetch();
  expect(shown()).toEqual(toasts.warn);
});
