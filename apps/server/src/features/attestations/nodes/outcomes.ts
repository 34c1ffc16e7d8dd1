import {
  type CaptureReport,
  type ClockOffset,
  type ClockVerdict,
  type Failure,
  isOwnFault,
  message,
  type NodeReport,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import type { Lease } from '../../evidence/service.ts';
import { recordEvent } from '../custody.ts';
import { notifyChanged } from '../custody-store.ts';
import { faultOf, newTraceId } from '../fault.ts';
import { moveAttestation } from '../lifecycle.ts';
import { lostSaid } from '../live-sessions/recovered-facts.ts';
import { hasHead, listStoredChunks } from '../live-sessions/store.ts';
import { deliverSecond, failSecond, isSecondOpen, sweepSecond } from '../second/leases.ts';
import { lockSecondLease } from '../second/store.ts';
import { endLease, setStep } from '../write-store.ts';
import type { NodeOptions } from './options.ts';
import {
  findDelivery,
  insertDelivery,
  insertFault,
  type LeaseRow,
  lockLease,
  lockOverdueLease,
  takeFiles,
} from './store.ts';

/**
 * Pauses before the attempts after a fault of the platform, which another node or a little time usually fixes. After
 * the last one the capture fails, about an hour and three quarters after the first; the holder may retry it.
 */
const faultPausesMs = [3_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000] as const;

/**
 * Accepts the report, which ends the lease; a second delivery of the same report changes nothing. A capture by a node
 * whose clock was far off is not sealed. @throws Refusal LEASE_LOST; INPUT_INVALID if it is about another capture or a
 * file is missing; CLOCK_UNKNOWN, upon which the node compares its clock and reports again
 */
export async function deliver(
  o: NodeOptions,
  lease: Lease,
  { report, clock: { offset: clock }, verdict }: NodeReport & { verdict: ClockVerdict },
): Promise<void> {
  await o.database.transaction(async (db) => {
    const row = await lockLease(db, lease);
    const second = row ? undefined : await lockSecondLease(db, lease);
    if (!row && !second) {
      if (await findDelivery(db, lease.fence)) return;
      throw new Refusal('LEASE_LOST');
    }
    if (report.captureId !== lease.ano) throw invalid('captureId', report.captureId);
    const failure = failureOf(report) ?? farClock(verdict, clock);
    if (!failure && verdict === 'unknown') throw new Refusal('CLOCK_UNKNOWN');
    if (second) await deliverSecond(db, o, second, { report, clock, failure, requireStored });
    if (!row) return;
    if (failure) {
      if (await keepRecording(db, o, row, failure)) return;
      await insertDelivery(db, lease, { report, artifacts: [], clock }, o.clock());
      await failAttempt(db, o, row, failure);
      return;
    }
    const files = await takeFiles(db, lease);
    requireStored(files);
    await insertDelivery(db, lease, { report, artifacts: files.map(({ artifact }) => artifact), clock }, o.clock());
    await endLease(db, row.ano);
    await setStep(db, row.ano, 'stamp');
    await notifyChanged(db, row.ano);
    // The seal waits for the second record, or for the end of the time for it.
    if (!(await isSecondOpen(db, row.ano))) await o.onDelivered(db, lease);
  });
}

function requireStored(files: Awaited<ReturnType<typeof takeFiles>>): void {
  const missing = files.find(({ isStored }) => !isStored);
  if (missing) throw invalid(missing.artifact.path, 'The file was not uploaded.');
}

const failureOf = (report: CaptureReport): Failure | null =>
  report.state === 'failed' ? (report.failure ?? { code: 'INTERNAL', said: message('capture.nothing') }) : null;

const farClock = (verdict: ClockVerdict, clock: ClockOffset | null): Failure | null =>
  verdict === 'far' && clock
    ? { code: 'CLOCK_FAR', said: message('capture.clock-far', { seconds: Math.round(clock.offsetMs / 1000) }) }
    : null;

const invalid = (field: string, message: string): Refusal =>
  new Refusal('INPUT_INVALID', { fields: [{ field, message }] });

/**
 * Returns a capture that the node did not finish; without a failure, any node may lease it at once. @throws Refusal
 * LEASE_LOST
 */
export async function returnLease(o: NodeOptions, lease: Lease, failure: Failure | null): Promise<void> {
  await o.database.transaction(async (db) => {
    const row = await lockLease(db, lease);
    const second = row ? undefined : await lockSecondLease(db, lease);
    if (second) return failSecond(db, o, second, failure);
    if (!row) throw new Refusal('LEASE_LOST');
    const stopped = { code: 'ABORTED', said: message('capture.stopped') } as const;
    if (await keepRecording(db, o, row, failure ?? stopped)) return;
    // A session that recorded something isn't restarted automatically; its user decides about another one.
    if (failure || (await hasHead(db, lease))) await failAttempt(db, o, row, failure ?? stopped);
    else {
      await moveAttestation(db, row.ano, 'left', { by: { node: row.node }, messages: [message('capture.stopped')] });
      await dropFiles(db, o, row);
    }
  });
}

type SweepOptions = Pick<NodeOptions, 'database' | 'onDelivered' | 'onDropped' | 'onLost' | 'onFault' | 'clock'>;

/** Ends expired leases: their nodes are considered lost. */
export async function sweepLeases(o: SweepOptions): Promise<void> {
  const sweepOne = async (db: Client) => {
    const row = await lockOverdueLease(db, o.clock());
    const lost = { code: 'INTERRUPTED', said: message('capture.left') } as const;
    if (row && !(await keepRecording(db, o, row, lost))) await failAttempt(db, o, row, lost);
    return row !== undefined;
  };
  while (await o.database.transaction(sweepOne));
  while (await o.database.transaction((db) => sweepSecond(db, o)));
}

/**
 * Ends the lease of a live session whose recording arrived in part, so that this part is sealed, unless the node's
 * clock, and so its times, were wrong. @returns whether there is something to seal
 */
async function keepRecording(
  db: Client,
  o: Pick<NodeOptions, 'onLost' | 'onFault' | 'clock'>,
  row: LeaseRow,
  failure: Failure,
): Promise<boolean> {
  if (failure.code === 'CLOCK_FAR') return false;
  const chunks = await listStoredChunks(db, row);
  if (!chunks.some(({ frames }) => frames > 0)) return false;
  if (isOwnFault(failure.code) && failure.code !== 'ABORTED') await recordFault(db, o, row, failure);
  await endLease(db, row.ano);
  await setStep(db, row.ano, 'pack');
  await recordEvent(db, { ano: row.ano, event: 'step.steer', by: 'service', messages: [lostSaid(chunks)] });
  await o.onLost(db, row);
  return true;
}

/** Ends an attempt without a result. A fault of the platform is recorded for the operator and retried later. */
async function failAttempt(
  db: Client,
  o: Pick<NodeOptions, 'onDropped' | 'onFault' | 'clock'>,
  row: LeaseRow,
  failure: Failure,
): Promise<void> {
  const isRepeatable = isOwnFault(failure.code) && !(await hasHead(db, row));
  const pauseMs = isRepeatable ? faultPausesMs[row.faults] : undefined;
  const shown = isOwnFault(failure.code) ? await recordFault(db, o, row, failure) : failure;
  if (pauseMs === undefined) {
    await endLease(db, row.ano);
    await moveAttestation(db, row.ano, 'failed', { failure: shown });
  } else {
    const postponed = { resumeAt: new Date(o.clock().getTime() + pauseMs), avoidNode: row.node };
    await moveAttestation(db, row.ano, 'left', { messages: [shown.said], postponed });
  }
  await dropFiles(db, o, row);
}

/** @returns what users are shown: neither the cause, which goes to the log, nor anything else reported by the node */
async function recordFault(
  db: Client,
  o: Pick<NodeOptions, 'onFault' | 'clock'>,
  { ano, attempt, node }: LeaseRow,
  { code, said, traceId = newTraceId() }: Failure,
): Promise<Failure> {
  await insertFault(db, { ano, attempt, node, code, traceId }, o.clock());
  o.onFault({ traceId, ano, node, code, cause: said.text });
  return faultOf(code, traceId);
}

async function dropFiles(db: Client, o: Pick<NodeOptions, 'onDropped'>, { ano, fence }: LeaseRow): Promise<void> {
  await takeFiles(db, { ano, fence });
  await o.onDropped(db, { ano, fence });
}
