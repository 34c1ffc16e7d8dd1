import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cacheTimes } from './cache-times.ts';

const second = 1000;
const minute = 60 * second;
let queries: QueryClient;
let asked: number;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  queries = new QueryClient({ defaultOptions: { queries: cacheTimes } });
  queries.mount();
});
afterEach(() => {
  queries.unmount();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** Mounts a component that shows an answer. @returns a function that unmounts it */
async function show(): Promise<() => void> {
  const observer = new QueryObserver(queries, { queryKey: ['one'], queryFn: async () => ++asked });
  const leave = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return leave;
}

async function lookAwayAndBack(): Promise<void> {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
}

it('refetches on window focus once an answer is older than five seconds', async () => {
  await show();
  await vi.advanceTimersByTimeAsync(4.9 * second);
  await lookAwayAndBack();
  expect(asked).toBe(1);

  await vi.advanceTimersByTimeAsync(0.2 * second);
  await lookAwayAndBack();
  expect(asked).toBe(2);
});

it('reuses an answer for five minutes, then refetches it', async () => {
  const leave = await show();
  leave();
  await vi.advanceTimersByTimeAsync(4.9 * minute);
  const leaveAgain = await show();
  expect(asked).toBe(1);

  leaveAgain();
  await vi.advanceTimersByTimeAsync(0.2 * minute);
  await show();
  expect(asked).toBe(2);
});
