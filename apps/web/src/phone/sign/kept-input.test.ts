import { beforeEach, expect, it, vi } from 'vitest';
import { forgetInput, forgetInputs, type InputKey, keepInput, readInput } from './kept-input.ts';

const key: InputKey = { nid: 'GZ1', partyId: 'p1', field: 'signature', boundTo: 'digests of the documents' };

beforeEach(() => {
  const storage = Object.defineProperties({} as Record<string, string>, {
    getItem: { value: (name: string) => storage[name] ?? null },
    setItem: { configurable: true, value: (name: string, value: string) => void (storage[name] = value) },
    removeItem: { value: (name: string) => void delete storage[name] },
  });
  vi.stubGlobal('sessionStorage', storage);
});

it('returns what a party wrote, to that party only', () => {
  keepInput(key, [1, 2]);

  expect(readInput(key)).toEqual([1, 2]);
  expect(readInput({ ...key, partyId: 'p2' })).toBeNull();
  expect(readInput({ ...key, nid: 'GZ2' })).toBeNull();
});

it('voids a signature once the documents are replaced', () => {
  keepInput(key, [1, 2]);

  expect(readInput({ ...key, boundTo: 'digests of other documents' })).toBeNull();
});

it('forgets one input, or all of them and nothing else', () => {
  keepInput(key, 'name');
  keepInput({ ...key, field: 'answer/0' }, '是。');
  sessionStorage.setItem('draft', 'of the desk');

  forgetInput(key);
  expect([readInput(key), readInput({ ...key, field: 'answer/0' })]).toEqual([null, '是。']);
  forgetInputs();
  expect(Object.keys(sessionStorage)).toEqual(['draft']);
});

it('goes on without a reload-proof copy when the storage is full', () => {
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  expect(() => keepInput(key, 'name')).not.toThrow();
});
