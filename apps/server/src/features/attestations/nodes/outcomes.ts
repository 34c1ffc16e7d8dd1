import {
  type CaptureFailure,
  type CaptureReport,
  type ClockOffset,
  type ClockStanding,
  type Failure,
  type NodeReport,
  say,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { type Lease } from '../../evidence/service.ts';
import { countLostLeases, notifyChanged } from '../custody-store.ts';
import { moveAttestation } from '../lifecycle.ts';
import { endLease, setStep } from '../store.ts';
import type { NodeOptions } from './options.ts';
import { findDelivery, insertDelivery, type LeaseRow, lockLease, lockOverdueLease, takeFiles } from './store.ts';

/** How many attempts a capture gets before it fails for a reason that isn't the page's. */
const maxAttempts = 3;

/**
 * Failures of the node or the service: another attempt, or another node, may succeed. Every other failure, running out of
 * memory included, says something about the page; retrying silently would hide that from the holder, who may retry.
 */
const retryable: ReadonlySet<CaptureFailure> = new Set([
  'BROWSER_MISSING',
  'BROWSER_FAILED',
  'ISOLATION_FAILED',
  'CLOCK_FAR',
  'ABORTED',
  'INTERRUPTED',
  'INTERNAL',
]);

/**
 * Accepts the report, which ends the lease; a second delivery of the same report changes nothing. A capture by a node whose
 * clock was far off is not sealed.
 * @throws Refusal LEASE_LOST; INPUT_INVALID if it is about another capture or a file is missing; CLOCK_UNKNOWN: the node
 *   compares its clock and reports again
 */
export async function deliver(
  o: NodeOptions,
  lease: Lease,
  { report, clock: { offset: clock }, standing }: NodeReport & { standing: ClockStanding },
): Promise<void> {
  await o.database.transaction(async (db) => {
    const row = await lockLease(db, lease);
    if (!row) {
      if (await findDelivery(db, lease.fence)) return;
      throw new Refusal('LEASE_LOST');
    }
    if (report.captureId !== row.ano) throw invalid('captureId', report.captureId);
    const failure = failureOf(report) ?? farClock(standing, clock);
    if (failure) {
      await insertDelivery(db, lease, { report, artifacts: [], clock }, o.clock());
      await failAttempt(db, o, row, failure);
      return;
    }
    if (standing === 'unknown') throw new Refusal('CLOCK_UNKNOWN');
    const files = await takeFiles(db, lease);
    const missing = files.find(({ isStored }) => !isStored);
    if (missing) throw invalid(missing.artifact.path, 'The file was not uploaded.');
    await insertDelivery(db, lease, { report, artifacts: files.map(({ artifact }) => artifact), clock }, o.clock());
    await endLease(db, row.ano);
    await setStep(db, row.ano, 'stamp');
    await notifyChanged(db, row.ano);
    await o.onDelivered(db, lease);
  });
}

const failureOf = (report: CaptureReport): Failure | null =>
  report.state === 'failed' ? (report.failure ?? { code: 'INTERNAL', said: say('capture.nothing') }) : null;

const farClock = (standing: ClockStanding, clock: ClockOffset | null): Failure | null =>
  standing === 'far' && clock
    ? { code: 'CLOCK_FAR', said: say('capture.clock-far', { seconds: Math.round(clock.offsetMs / 1000) }) }
    : null;

const invalid = (field: string, message: string): Refusal =>
  new Refusal('INPUT_INVALID', { fields: [{ field, message }] });

/** Returns a capture that the node did not finish; without a failure it doesn't count as an attempt. @throws Refusal LEASE_LOST */
export async function returnLease(o: NodeOptions, lease: Lease, failure: Failure | null): Promise<void> {
  await o.database.transaction(async (db) => {
    const row = await lockLease(db, lease);
    if (!row) throw new Refusal('LEASE_LOST');
    if (failure) await failAttempt(db, o, row, failure);
    else {
      await moveAttestation(db, row.ano, 'left', { by: { node: row.node }, said: [say('capture.stopped')] });
      await dropFiles(db, o, row);
    }
  });
}

/** Ends leases that ran out: another node may try, or the capture fails after its last attempt. */
export async function sweepLeases(o: Pick<NodeOptions, 'database' | 'onDropped'>, now: Date): Promise<void> {
  const sweepOne = async (db: Client) => {
    const row = await lockOverdueLease(db, now);
    if (row) await failAttempt(db, o, row, { code: 'INTERRUPTED', said: say('capture.left') });
    return row !== undefined;
  };
  while (await o.database.transaction(sweepOne));
}

/** Ends an attempt without a result. */
async function failAttempt(
  db: Client,
  o: Pick<NodeOptions, 'onDropped'>,
  row: LeaseRow,
  failure: Failure,
): Promise<void> {
  const isRetried = retryable.has(failure.code) && (await countLostLeases(db, row.ano)) + 1 < maxAttempts;
  if (isRetried) await moveAttestation(db, row.ano, 'left', { said: [failure.said] });
  else {
    await endLease(db, row.ano);
    await moveAttestation(db, row.ano, 'failed', { failure });
  }
  await dropFiles(db, o, row);
}

async function dropFiles(db: Client, o: Pick<NodeOptions, 'onDropped'>, { ano, fence }: LeaseRow): Promise<void> {
  await takeFiles(db, { ano, fence });
  await o.onDropped(db, { ano, fence });
}
