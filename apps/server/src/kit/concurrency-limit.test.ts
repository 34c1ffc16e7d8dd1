import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limitConcurrency, QueueFull } from './concurrency-limit.ts';

describe('limitConcurrency', () => {
  it('respects its concurrency and order, even if some work fails', async () => {
    const inTurn = limitConcurrency(2);
    const begun: number[] = [];
    let [running, most] = [0, 0];
    const work = async (n: number) => {
      begun.push(n);
      most = Math.max(most, ++running);
      await setTimeout(5);
      running--;
      if (n % 3 === 0) throw new Error('failed');
      return n;
    };

    const ends = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => inTurn(() => work(n))));

    expect(most).toBe(2);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    expect(await inTurn(async () => 'goes on')).toBe('goes on');
  });

  it('rejects work at once while the queue is full, and accepts it afterwards', async () => {
    const inTurn = limitConcurrency(1, 2);
    const work = () => setTimeout(5);

    const ends = await Promise.allSettled(Array.from({ length: 5 }, () => inTurn(work)));

    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect((ends[3] as PromiseRejectedResult).reason).toBeInstanceOf(QueueFull);
    await expect(inTurn(work)).resolves.toBeUndefined();
  });
});
