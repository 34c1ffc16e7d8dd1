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

/** How often a capture is begun before it fails for what is no fault of the page. */
const tries = 3;

/**
 * What the node or the service did, and not the page: another try, or another node, may mend it. All else is what the page
 * or its site is like, memory included; trying again in silence would hide that from its holder, who may ask for it.
 */
const mendable: ReadonlySet<CaptureFailure> = new Set([
  'BROWSER_MISSING',
  'BROWSER_FAILED',
  'ISOLATION_FAILED',
  'CLOCK_FAR',
  'ABORTED',
  'INTERRUPTED',
  'INTERNAL',
]);

/**
 * Takes the report, which ends the lease. Of a report that was taken already nothing is done again. A capture whose times
 * are those of a clock that is far off is not sealed.
 * @throws Refusal LEASE_LOST; INPUT_INVALID where it is of another capture or a file has not come; CLOCK_UNKNOWN: again, please
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
      await giveUp(db, o, row, failure);
      return;
    }
    if (standing === 'unknown') throw new Refusal('CLOCK_UNKNOWN');
    const files = await takeFiles(db, lease);
    const missing = files.find(({ isStored }) => !isStored);
    if (missing) throw invalid(missing.artifact.path, 'It has not come.');
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

/** The node gives the capture back; with no failure it is not to be blamed. @throws Refusal LEASE_LOST */
export async function leave(o: NodeOptions, lease: Lease, failure: Failure | null): Promise<void> {
  await o.database.transaction(async (db) => {
    const row = await lockLease(db, lease);
    if (!row) throw new Refusal('LEASE_LOST');
    if (failure) await giveUp(db, o, row, failure);
    else {
      await moveAttestation(db, row.ano, 'left', { by: { node: row.node }, said: [say('capture.stopped')] });
      await drop(db, o, row);
    }
  });
}

/** Takes back what was not renewed in time: another node may try, or it fails when that was tried often enough. */
export async function sweepLeases(o: Pick<NodeOptions, 'database' | 'onDropped'>, now: Date): Promise<void> {
  const sweepOne = async (db: Client) => {
    const row = await lockOverdueLease(db, now);
    if (row) await giveUp(db, o, row, { code: 'INTERRUPTED', said: say('capture.left') });
    return row !== undefined;
  };
  while (await o.database.transaction(sweepOne));
}

/** The capture comes to nothing under this lease. */
async function giveUp(db: Client, o: Pick<NodeOptions, 'onDropped'>, row: LeaseRow, failure: Failure): Promise<void> {
  const isTriedAgain = mendable.has(failure.code) && (await countLostLeases(db, row.ano)) + 1 < tries;
  if (isTriedAgain) await moveAttestation(db, row.ano, 'left', { said: [failure.said] });
  else {
    await endLease(db, row.ano);
    await moveAttestation(db, row.ano, 'failed', { failure });
  }
  await drop(db, o, row);
}

async function drop(db: Client, o: Pick<NodeOptions, 'onDropped'>, { ano, fence }: LeaseRow): Promise<void> {
  await takeFiles(db, { ano, fence });
  await o.onDropped(db, { ano, fence });
}
