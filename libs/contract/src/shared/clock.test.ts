import { describe, expect, it } from 'vitest';
import { judgeNodeClock, offsetFrom } from './clock.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');
const at = (ms: number) => new Date(noon + ms).toISOString();

describe('an exchange with the service', () => {
  it.each([0, 1_000, -20_000, 365 * 86_400_000])(
    'measures a clock that is %i ms ahead, to half of the round trip',
    (ahead) => {
      // 80 ms there, 20,000 ms held, 20 ms back.
      const clock = { receivedAt: at(80), answeredAt: at(20_080) };

      const { offsetMs, uncertaintyMs } = offsetFrom(noon + ahead, 20_100, clock);

      expect(Math.abs(offsetMs - ahead)).toBeLessThanOrEqual(uncertaintyMs);
      expect(uncertaintyMs).toBe(52);
    },
  );
});

describe('the clock of a node', () => {
  const says = (offsetMs: number, uncertaintyMs: number, sentMs = offsetMs) => ({
    sentAt: at(sentMs),
    offset: { offsetMs, uncertaintyMs },
  });

  it.each([
    ['near', 'up to two seconds off', says(1_900, 100)],
    ['near', 'as far behind', says(-1_900, 100)],
    ['far', 'surely further off', says(2_200, 100)],
    ['far', 'surely further behind', says(-86_400_000, 100)],
    ['unknown', 'perhaps further off', says(1_950, 100)],
    ['unknown', 'never compared', { sentAt: at(0), offset: null }],
    ['unknown', 'set ahead since, so that its request came before it was sent', says(0, 5, 60_000)],
    ['unknown', 'set back since, so that its request took a minute', says(0, 5, -60_000)],
  ])('is %s when it is %s', (verdict, _, clock) => {
    expect(judgeNodeClock(clock, new Date(noon))).toBe(verdict);
  });
});
