import { expect, it } from 'vitest';
import { recentResults } from './recent-results.ts';

it('computes a result once until it is evicted, unless it fails or is too large', async () => {
  const recent = recentResults<string>(2, (result) => result !== 'large');
  const made: string[] = [];
  const ask = (key: string) =>
    recent(key, async () => {
      made.push(key);
      if (key === 'bad') throw new Error(key);
      return key;
    });

  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await ask(key)).toBe(key);
  for (const key of ['large', 'large']) expect(await ask(key)).toBe(key);
  await expect(ask('bad')).rejects.toThrow('bad');
  await expect(ask('bad')).rejects.toThrow('bad');

  expect(made).toEqual(['a', 'b', 'c', 'b', 'large', 'large', 'bad', 'bad']);
});
