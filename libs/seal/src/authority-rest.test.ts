import { type OutsideTsa, startOutsideTsa } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restDeadAuthorities, restMs } from './authority-rest.ts';
import { askOutsideAuthorities } from './timestamp-client.ts';

let tsa: OutsideTsa;
beforeAll(async () => {
  tsa = await startOutsideTsa();
});
afterAll(() => tsa.close());

const evidence = Buffer.from('the stamped data\n');

/** Uses a simulated clock; a silent authority delays each seal by 15 s. */
function asking() {
  let nowMs = 0;
  const changes: (string | null)[] = [];
  const rest = restDeadAuthorities(() => nowMs);
  rest.onChange((_, found) => changes.push(found?.detail ?? null));
  const waiting = {
    ...rest,
    failed: (authority: string, _ms: number, detail: string) => rest.failed(authority, 15_000, detail),
  };
  return {
    changes,
    rest,
    pass: (ms: number) => {
      nowMs += ms;
    },
    seal() {
      const fetch = async () => 'unreachable' as const;
      return askOutsideAuthorities([tsa.url], evidence, { timeoutMs: 400, fetch, rest: waiting });
    },
  };
}

describe('an outside authority that does not answer', () => {
  it('delays one seal, but none during the pause that follows, and each of those seals records the reason', async () => {
    const { seal, pass, changes, rest } = asking();
    tsa.behave('silence');

    await seal();
    const askedBefore = tsa.asked();
    const next = await Promise.all([seal(), seal(), seal()]);

    expect(tsa.asked()).toBe(askedBefore);
    const refusals = next.flatMap((answers) => answers.refusals);
    expect(refusals).toHaveLength(3);
    for (const refusal of refusals)
      expect(refusal).toEqual({
        authority: tsa.url,
        why: 'unreachable',
        detail: expect.stringMatching(/^not asked, as it did not answer at 1970-01-01T00:00:00Z: no answer in time/),
      });
    expect(rest.resting()).toMatchObject([{ authority: tsa.url, until: new Date(restMs) }]);
    pass(restMs);
    await Promise.all([seal(), seal(), seal()]);
    expect(tsa.asked()).toBe(askedBefore + 1);
    expect(changes).toHaveLength(1);
  });

  it('is asked for every seal again once it has answered', async () => {
    const { seal, pass, changes, rest } = asking();
    tsa.behave('silence');
    await seal();
    tsa.behave('correct');

    pass(restMs - 1);
    expect((await seal()).tokens).toEqual([]);
    pass(1);
    expect((await seal()).tokens).toHaveLength(1);
    expect((await seal()).tokens).toHaveLength(1);

    expect(rest.resting()).toEqual([]);
    expect(changes.at(-1)).toBeNull();
  });

  it('is asked every time if it fails immediately', async () => {
    tsa.behave('status-500');
    const rest = restDeadAuthorities();
    const options = { fetch: async () => 'unreachable' as const, rest };
    const before = tsa.asked();

    await askOutsideAuthorities([tsa.url], evidence, options);
    await askOutsideAuthorities([tsa.url], evidence, options);

    expect(tsa.asked()).toBe(before + 2);
  });
});
