import { paths } from '@proofkeep/bundle';
import type { Context } from './context.ts';
import { say } from './details.ts';

/** Clocks of recorder and authority may differ by this much. */
const toleranceMs = 5 * 60_000;
/** A capture whose recorder's clock is further from the sealer's is not sealed. */
const recorderToleranceMs = 2_000;
/** Nothing that is done to seal a capture takes longer: what claims to be older than that was not stamped when it was made. */
const longestMs = 60 * 60_000;

/** The manifest's times are claims; those of the tokens bound them on both sides, once the installation's own is believed. */
export async function checkOrder({ manifest, stamps, isStampBelieved, note }: Context): Promise<void> {
  const [started, ended, created] = [manifest.capture.startedAt, manifest.capture.endedAt, manifest.createdAt].map(
    (time) => Date.parse(time),
  ) as [number, number, number];
  const subject = paths.manifest;
  const isLate = (from: number, to: number) => to - from > longestMs;
  const stampedMs = stamps.map((stamp) => stamp.getTime());
  const isSealedEarly = created < ended - recorderToleranceMs;
  if (ended < started || isSealedEarly || stampedMs.some((stamped) => stamped < created - toleranceMs))
    note('order', 'failed', { subject, said: say('order-impossible') });
  else if (isLate(started, ended) || isLate(ended, created) || stampedMs.some((stamped) => isLate(created, stamped)))
    note('order', 'failed', { subject, said: say('order-late') });
  else if (isStampBelieved) note('order', 'passed', { subject });
  else note('order', 'not-checked', { subject, said: say('order-unproven') });
}

/** The number was given out before the manifest was made; how long before nothing bounds, as orders may wait. */
export function isNumberLate({ ano, createdAt }: { ano: string; createdAt: string }): boolean {
  const latest = new Date(Date.parse(createdAt) + toleranceMs).toISOString().slice(0, 10).replaceAll('-', '');
  return ano.slice(2, 10) > latest;
}
