import { describe, expect, it } from 'vitest';
import { gather } from './gather.ts';

describe('gather', () => {
  it('answers requests within the interval in one batch, each key once', async () => {
    const batches: string[][] = [];
    const { ask } = gather(20, async (keys) => {
      batches.push(keys);
      return new Map(keys.map((key) => [key, key.toUpperCase()]));
    });

    expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual(['A', 'B', 'A']);
    expect(batches).toEqual([['a', 'b']]);
  });

  it('leaves requests during a batch to the next one', async () => {
    const first = Promise.withResolvers<void>();
    const batches: string[][] = [];
    const { ask, idle } = gather(0, async (keys) => {
      batches.push(keys);
      if (batches.length === 1) await first.promise;
      return new Map(keys.map((key) => [key, key]));
    });
    const answers = [ask('a')];
    await expect.poll(() => batches.length).toBe(1);
    answers.push(ask('b'), ask('c'));
    first.resolve();

    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
    await idle();
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  it('fails only the requests of one batch', async () => {
    const { ask } = gather(0, async (keys) => {
      if (keys.includes('bad')) throw new Error('it was bad');
      return new Map(keys.map((key) => [key, key]));
    });
    const failing = Promise.allSettled([ask('bad'), ask('beside')]);

    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask('good')).toBe('good');
  });
});
