import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftOf } from './draft.ts';

const stored = new Map<string, string>();
const draft = draftOf('note', { text: '', labels: [] as string[], isUrgent: false });

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('keeps only the named fields', () => {
  const values = { text: 'a', labels: ['x'], isUrgent: true, skipReview: true };
  draft.keep(values);

  expect(draft.read()).toEqual({ text: 'a', labels: ['x'], isUrgent: true });
});

it.each(['nonsense', 'null', '7', '{"text":7,"labels":"x","isUrgent":null}'])('reads nothing from %s', (text) => {
  stored.set('draft.note', text);

  expect(draft.read()).toEqual({});
});

it('does not fail if the storage is full', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError');
    },
  });

  expect(() => draft.keep({ text: 'a' })).not.toThrow();
});
