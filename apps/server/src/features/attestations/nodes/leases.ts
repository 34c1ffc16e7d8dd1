import { EventEmitter, once, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClockOffset, ClockVerdict, LeaseOffer, NodeCapacity, NodePlace } from '@proofkeep/contract';
import { z } from 'zod';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import { cookiesFor } from '../cookies/profiles.ts';
import { faultOf, newTraceId } from '../fault.ts';
import { moveAttestation } from '../lifecycle.ts';
import { beginSecond, leaseSecond } from '../second/leases.ts';
import { grantLease } from '../write-store.ts';
import { offeredJob } from './offers.ts';
import { leaseEnd, type NodeOptions } from './options.ts';
import { findQueuedAccounts, lockOldestQueued, type QueuedCapture, recordNode } from './store.ts';

/** Notifications are lost while the connection is down, so the queue is read again after this time. */
const lookAgainMs = 1_000;

/** How long a node that gets no work because of its clock waits for a reply. */
const compareAgainMs = 2_000;

/** Notified by the database when a capture is queued. */
const channel = 'work';

/** Emits `ring` when there may be work. */
export async function workBell(database: Database): Promise<{ bell: EventEmitter; unlisten: () => Promise<void> }> {
  const bell = new EventEmitter();
  setMaxListeners(0, bell);
  const ring = () => void bell.emit('ring');
  return { bell, unlisten: await database.listen(channel, { message: ring, gap: ring }) };
}

interface LeaseQuery {
  node: string;
  waitMs: number;
  kind: 'page' | 'live';
  place: NodePlace | null;
  capacity: NodeCapacity | null;
  bell: EventEmitter;
  signal: AbortSignal;
  clock: { verdict: ClockVerdict; offset: ClockOffset | null };
}

/**
 * Waits for a capture for a node whose clock agrees with ours; null if none was queued in time or the node
 * disconnected.
 */
export async function nextLease(
  o: NodeOptions,
  { node, waitMs, kind, place, capacity, bell, signal, clock }: LeaseQuery,
): Promise<LeaseOffer | null> {
  await recordNode(o.database.pool, node, { at: o.clock(), offset: clock.offset, place, capacity });
  if (clock.verdict !== 'near') {
    // The reply lets the node compare its clock again; reply at once if it never did.
    if (clock.offset) await sleep(Math.min(waitMs, compareAgainMs), undefined, { signal }).catch(() => {});
    return null;
  }
  const deadline = performance.now() + waitMs;
  for (;;) {
    const remainingMs = Math.max(0, Math.ceil(deadline - performance.now()));
    // Listens before reading the queue, so that nothing queued in between is missed.
    const rung = once(bell, 'ring', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(Math.min(remainingMs, lookAgainMs))]),
    }).catch(() => {});
    const offer = signal.aborted ? null : await lease(o, { node, kind, place });
    if (offer || remainingMs === 0 || signal.aborted) return offer;
    await rung;
  }
}

async function lease(
  o: NodeOptions,
  { node, kind, place }: Pick<LeaseQuery, 'node' | 'kind' | 'place'>,
): Promise<LeaseOffer | null> {
  if (!(await o.hasSpace())) return null;
  return o.database.transaction(async (db) => {
    // Before the queue: the closer in time, the better two records compare.
    const second = kind === 'page' ? await leaseSecond(db, o, { node, place }) : null;
    if (second) return second;
    const asking = { node, kind, place, now: o.clock() };
    for (const account of await findQueuedAccounts(db, asking)) {
      const queued = await lockOldestQueued(db, account, asking);
      const offer = queued && (await grantCapture(db, queued, { o, node, place }));
      if (offer) return offer;
    }
    return null;
  });
}

/** Null if nodes of this release can't understand the job, which then fails so that it doesn't block the queue. */
async function grantCapture(
  db: Client,
  { ano, url, job }: QueuedCapture,
  { o, node, place }: { o: NodeOptions; node: string; place: NodePlace | null },
): Promise<LeaseOffer | null> {
  await moveAttestation(db, ano, 'leased', { by: { node } });
  const { cookieProfileId } = job;
  const profile = typeof cookieProfileId === 'string' ? { ano, url, id: cookieProfileId, now: o.clock() } : null;
  const signedIn = profile && (await cookiesFor(db, o.vault, profile));
  if (signedIn?.ok === false) {
    await moveAttestation(db, ano, 'failed', { failure: signedIn.failure });
    return null;
  }
  const offered = offeredJob(o, { ano, url, job, cookies: signedIn?.cookies });
  if (offered.success) {
    const fence = await grantLease(db, ano, { node, until: leaseEnd(o.clock()) });
    await beginSecond(db, o, { ano, place });
    return { ano, fence, job: offered.data };
  }
  const traceId = newTraceId();
  o.onFault({ traceId, ano, node, code: 'INTERNAL', cause: z.prettifyError(offered.error) });
  await moveAttestation(db, ano, 'failed', { failure: faultOf('INTERNAL', traceId) });
  return null;
}
