import type { SegmentHeader } from '@proofkeep/bundle';
import { deviceLimits } from '@proofkeep/contract';

/**
 * A browser that slept ends a take late. It recorded nothing meanwhile, so the segment covers at most the maximum that
 * the service accepts, and the rest is shown as a pause.
 */
export function coveredTimes(
  { fromMs, startedAt }: Pick<SegmentHeader, 'fromMs' | 'startedAt'>,
  late: Pick<SegmentHeader, 'toMs' | 'endedAt'>,
): Pick<SegmentHeader, 'toMs' | 'endedAt'> {
  const { segmentMs: mostMs } = deviceLimits;
  if (late.toMs - fromMs <= mostMs) return late;
  return { toMs: fromMs + mostMs, endedAt: new Date(Date.parse(startedAt) + mostMs).toISOString() };
}
