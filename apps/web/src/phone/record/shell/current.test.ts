import { expect, it, vi } from 'vitest';
import { reload } from './current.ts';

const kept = new Map<string, string>();
const load = vi.fn<() => void>();
vi.stubGlobal('location', { reload: load });
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

it('reloads again at the end of the minute if the first reload got an old document, too', () => {
  vi.useFakeTimers();

  reload();
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  const cancel = reload();
  vi.advanceTimersByTime(49_000);
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(load).toHaveBeenCalledTimes(2);

  cancel();
  reload()();
  vi.advanceTimersByTime(120_000);
  expect(load).toHaveBeenCalledTimes(2);
});
