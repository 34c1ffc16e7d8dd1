import {
  type CaptureReport,
  type ClockOffset,
  type Failure,
  isOwnFault,
  type LeaseOffer,
  message,
  type NodeEvents,
  type NodePlace,
  secondRecordLimitMs,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Lease } from '../../evidence/service.ts';
import { faultOf, newTraceId } from '../fault.ts';
import { offeredJob } from '../nodes/offers.ts';
import { leaseEnd, type NodeOptions } from '../nodes/options.ts';
import { insertDelivery, insertFault, insertFile, takeFiles } from '../nodes/store.ts';
import { moveSecond } from './lifecycle.ts';
import {
  findSecond,
  isFirstDelivered,
  lockDueSecond,
  lockOverdueSecond,
  lockUntakenSecond,
  nextFence,
  openSecond,
  renewSecondLease,
  restartedColumns,
  type SecondLease,
} from './store.ts';

/** Delay before the next attempt after a node's fault. */
const faultPauseMs = 3_000;

/**
 * When the first record's lease is granted, makes the second record available to nodes in other places. Results of
 * earlier attempts are discarded, so that both records are from the same time.
 */
export async function beginSecond(
  db: Client,
  o: Pick<NodeOptions, 'onDropped' | 'clock'>,
  { ano, place }: { ano: string; place: NodePlace | null },
): Promise<void> {
  const second = await findSecond(db, ano);
  if (!second) return;
  if (second.state !== 'waiting') {
    await moveSecond(db, ano, 'restarted', { set: restartedColumns });
    if (second.fence !== null) await dropFiles(db, o, { ano, fence: second.fence });
  }
  // Without a stated place no other place can be told apart, so the seal doesn't wait.
  if (!place) return moveSecond(db, ano, 'failed', { set: { why: 'no-place', first_place: null, give_up_at: null } });
  await openSecond(db, ano, { place, giveUpAt: new Date(o.clock().getTime() + secondRecordLimitMs) });
}

/** Leases a second record to a node in a different place than the first record's node; null if none is due. */
export async function leaseSecond(
  db: Client,
  o: NodeOptions,
  { node, place }: { node: string; place: NodePlace | null },
): Promise<LeaseOffer | null> {
  const due = place && (await lockDueSecond(db, { place, now: o.clock() }));
  if (!due) return null;
  // The first record's lease had the same job, so it can be read.
  const job = offeredJob(o, due);
  if (!job.success) throw new Error(`The job of ${due.ano} can't be read.`, { cause: job.error });
  const fence = await nextFence(db);
  const set = { fence, node, place: JSON.stringify(place), leased_until: leaseEnd(o.clock()), last_event: -1 };
  await moveSecond(db, due.ano, 'leased', { by: { node }, set });
  return { ano: due.ano, fence, job: job.data };
}

/**
 * Steps are not recorded in the custody record, where they would mix with those of the first record; the report
 * contains them.
 */
export async function takeSecondEvents(
  db: Client,
  row: SecondLease,
  { events, until }: Pick<NodeEvents, 'events'> & { until: Date },
): Promise<void> {
  let { lastEvent } = row;
  for (const { n, event } of events) {
    if (n <= lastEvent) continue;
    if (event.type === 'artifact') await insertFile(db, row.fence, event.artifact);
    lastEvent = n;
  }
  await renewSecondLease(db, row.ano, { until, lastEvent });
}

/** @throws Error of `requireStored` if a file is missing */
export async function deliverSecond(
  db: Client,
  o: NodeOptions,
  row: SecondLease,
  {
    report,
    clock,
    failure,
    requireStored,
  }: {
    report: CaptureReport;
    clock: ClockOffset | null;
    failure: Failure | null;
    requireStored: (files: Awaited<ReturnType<typeof takeFiles>>) => void;
  },
): Promise<void> {
  if (failure) {
    await insertDelivery(db, row, { report, artifacts: [], clock }, o.clock());
    return failSecond(db, o, row, failure);
  }
  const files = await takeFiles(db, row);
  requireStored(files);
  await insertDelivery(db, row, { report, artifacts: files.map(({ artifact }) => artifact), clock }, o.clock());
  await moveSecond(db, row.ano, 'delivered', { by: { node: row.node }, set: { leased_until: null } });
  await sealIfComplete(db, o, row);
}

/** Ends an attempt without a result. After a fault of the platform another node retries, while there is time. */
export async function failSecond(
  db: Client,
  o: Pick<NodeOptions, 'onDropped' | 'onFault' | 'onDelivered' | 'clock'>,
  row: SecondLease,
  failure: Failure | null,
): Promise<void> {
  const { ano, node, attempt } = row;
  const isFault = failure === null || isOwnFault(failure.code);
  const traceId = failure?.traceId ?? newTraceId();
  if (failure && isFault && failure.code !== 'ABORTED') {
    await insertFault(db, { ano, attempt, node, code: failure.code, traceId }, o.clock());
    o.onFault({ traceId, ano, node, code: failure.code, cause: failure.said.text });
  }
  const resumeAt = new Date(o.clock().getTime() + faultPauseMs);
  // As with a first record, nothing that a node states is stored; the cause goes to the log.
  const said = failure ? faultOf(failure.code, traceId).said : message('capture.stopped');
  if (isFault && resumeAt < row.giveUpAt) {
    const faults = row.faults + (failure ? 1 : 0);
    const set = { ...restartedColumns, faults, resume_at: failure ? resumeAt : null };
    await moveSecond(db, ano, 'left', { set, messages: [said] });
  } else {
    const set = { leased_until: null, why: isFault ? 'fault' : 'page' };
    await moveSecond(db, ano, 'failed', { set, messages: failure && !isFault ? [failure.said] : [] });
    await sealIfComplete(db, o, row);
  }
  await dropFiles(db, o, row);
}

/** Ends expired leases of second records, and abandons second records that no node took in time. */
export async function sweepSecond(
  db: Client,
  o: Pick<NodeOptions, 'onDropped' | 'onFault' | 'onDelivered' | 'clock'>,
): Promise<boolean> {
  const overdue = await lockOverdueSecond(db, o.clock());
  if (overdue) await failSecond(db, o, overdue, { code: 'INTERRUPTED', said: message('capture.left') });
  const untaken = overdue ? undefined : await lockUntakenSecond(db, o.clock());
  if (untaken) {
    await moveSecond(db, untaken.ano, 'failed', { set: { why: untaken.faults > 0 ? 'fault' : 'no-node' } });
    await sealIfComplete(db, o, untaken);
  }
  return overdue !== undefined || untaken !== undefined;
}

/** Enqueues the seal if the first record has been delivered already. */
async function sealIfComplete(
  db: Client,
  o: Pick<NodeOptions, 'onDelivered'>,
  { ano, firstFence }: { ano: string; firstFence: string },
): Promise<void> {
  if (await isFirstDelivered(db, ano)) await o.onDelivered(db, { ano, fence: firstFence });
}

/** Whether the seal waits for a second record. */
export async function isSecondOpen(db: Client, ano: string): Promise<boolean> {
  const state = (await findSecond(db, ano))?.state;
  return state === 'waiting' || state === 'capturing';
}

async function dropFiles(db: Client, o: Pick<NodeOptions, 'onDropped'>, { ano, fence }: Lease): Promise<void> {
  await takeFiles(db, { ano, fence });
  await o.onDropped(db, { ano, fence });
}
