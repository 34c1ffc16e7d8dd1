import { isCaptured, type Manifest, paths } from '@proofkeep/bundle';
import { isSessionLost } from './capture-report.ts';
import type { Context } from './context.ts';
import { detail } from './details.ts';

/** Maximum difference between the clocks of recorder and authority. */
const toleranceMs = 5 * 60_000;
/** A capture is not sealed if the recorder's clock differs from the sealer's by more than this. */
const recorderToleranceMs = 2_000;
/** Sealing never takes longer: a manifest that claims to be older than this was not timestamped when it was made. */
const longestMs = 60 * 60_000;
/** A live session takes hours; heads of its chain are timestamped in the meantime. */
const longestSessionMs = 6 * 60 * 60_000;
/**
 * A live session can't be repeated, so what arrived of it is sealed even after an outage of its node or of the service.
 */
const longestOutageMs = 30 * 86_400_000;

/**
 * Checks that the manifest's claimed times lie within the bounds set by the tokens, if the installation's own token is
 * trusted.
 */
export async function checkOrder({ manifest, stamps, isStampBelieved, note, part }: Context): Promise<void> {
  const { started, ended } = workOf(manifest);
  const created = Date.parse(manifest.createdAt);
  const subject = paths.manifest;
  const isLate = (from: number, to: number) => to - from > longestMs;
  const isOutage = manifest.kind === 'live' && isLate(ended, created);
  const isUnsealed = isOutage ? created - ended > longestOutageMs : isLate(ended, created);
  const outageName = (await isSessionLost(manifest, part)) ? 'order-outage' : 'order-delayed';
  const outage = isOutage ? detail(outageName, { from: isoOf(ended), until: manifest.createdAt }) : undefined;
  const isLong = ended - started > (manifest.kind === 'live' ? longestSessionMs : longestMs);
  const stampedMs = stamps.map((stamp) => stamp.getTime());
  const isSealedEarly = created < ended - recorderToleranceMs;
  if (ended < started || isSealedEarly || stampedMs.some((stamped) => stamped < created - toleranceMs))
    note('order', 'failed', { subject, detail: detail('order-impossible') });
  else if (isLong || isUnsealed || stampedMs.some((stamped) => isLate(created, stamped)))
    note('order', 'failed', { subject, detail: detail('order-late') });
  else if (isStampBelieved) note('order', 'passed', { subject, detail: outage });
  else note('order', 'not-checked', { subject, detail: detail('order-unproven') });
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** When the work before the manifest began and ended: the capture, or the reading of the files. */
function workOf(manifest: Manifest): { started: number; ended: number } {
  const [started, ended] = isCaptured(manifest)
    ? [manifest.capture.startedAt, manifest.capture.endedAt]
    : [manifest.receipt.examinedAt, manifest.receipt.examinedAt];
  return { started: Date.parse(started), ended: Date.parse(ended) };
}

/** Whether the day in the number exists. */
export function isNumberDated({ ano }: Pick<Manifest, 'ano'>): boolean {
  const day = `${ano.slice(2, 6)}-${ano.slice(6, 8)}-${ano.slice(8, 10)}`;
  const at = new Date(`${day}T00:00:00Z`);
  // Date rolls days such as 31 February over to the next month.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/**
 * Whether the number was issued on a day after the manifest was made. It may have been issued any time before, because
 * orders may wait.
 */
export function isNumberLate({ ano, createdAt }: { ano: string; createdAt: string }): boolean {
  const latest = new Date(Date.parse(createdAt) + toleranceMs).toISOString().slice(0, 10).replaceAll('-', '');
  return ano.slice(2, 10) > latest;
}
