import { byTestLength, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from '../testing/capture.ts';

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());

async function captureFeed(query: string, limits = {}) {
  const captured = await capture({ url: `${site.httpOrigin}/feed?${query}`, limits }, { site });
  const text = await captured.text('page.txt');
  await captured.remove();
  return {
    ...captured,
    cards: text.match(/第 \d 批第 \d 件/g)?.length,
    said: captured.saidOf('scroll')?.map(({ text }) => text),
  };
}

// Most of the time of each test is waiting.
describe.concurrent('scrolling down a feed', { timeout: 120_000 }, () => {
  it.each([
    ['by=sight', [300, 0], byTestLength({ short: 1, long: 100 })],
    ['by=scroll', [300], 1],
    ['by=rest', [0], 1],
  ] as const)(
    'shows all batches of a feed that loads %s, with answers after %j ms in turn, in each of %i runs',
    async (query, delays, runs) => {
      for (let run = 1; run <= runs; run++) {
        const { report, cards } = await captureFeed(`${query}&ms=${delays[(run - 1) % delays.length]}&batches=3`);

        expect(cards, `run ${run}`).toBe(24);
        expect(report.state, `run ${run}`).toBe('complete');
      }
    },
    byTestLength({ short: 120_000, long: 50 * 60_000 }),
  );

  it('shows all batches of a feed inside a scrolling element', async () => {
    const { report, cards } = await captureFeed('within&batches=3&ms=300');

    expect(cards).toBe(24);
    expect(report.state).toBe('complete');
  });

  it('is cut off inside an element if the next batch does not arrive, and reports it', async () => {
    const { said, outcomeOf } = await captureFeed('within&ms=60000&batches=2');

    expect(outcomeOf('scroll')).toBe('cut');
    expect(said).toEqual([expect.stringContaining('still pending')]);
  });

  it('is cut off if the next batch does not arrive, and reports it', async () => {
    const { report, said, outcomeOf } = await captureFeed('ms=60000&batches=2');

    expect(outcomeOf('scroll')).toBe('cut');
    expect(said).toEqual([expect.stringContaining('1 request was still pending')]);
    expect(report.state).toBe('partial');
  });

  it('is cut off if there are more batches than the limit, and reports it', async () => {
    const { report, cards, said } = await captureFeed('batches=6', { scrollGrowths: 1 });

    expect(cards).toBeLessThan(48);
    expect(said).toEqual([expect.stringContaining('kept growing after 1 time')]);
    expect(report.state).toBe('partial');
  });
});
