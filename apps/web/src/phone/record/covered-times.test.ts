import { deviceLimits } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { coveredTimes } from './covered-times.ts';

const take = { fromMs: 5_000, startedAt: '2026-11-23T10:00:00.000Z' };

it('a segment that the recorder ends on time keeps its times', () => {
  const ended = { toMs: 10_020, endedAt: '2026-11-23T10:00:05.020Z' };

  expect(coveredTimes(take, ended)).toBe(ended);
});

it('a segment that a sleeping browser ends late is no longer than the service accepts', () => {
  const times = coveredTimes(take, { toMs: 905_000, endedAt: '2026-11-23T10:15:00.000Z' });

  expect(times).toEqual({ toMs: take.fromMs + deviceLimits.segmentMs, endedAt: '2026-11-23T10:02:00.000Z' });
});
