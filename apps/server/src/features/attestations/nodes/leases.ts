import { EventEmitter, once, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureJob, type ClockOffset, type ClockStanding, type LeaseOffer, say } from '@proofkeep/contract';
import { z } from 'zod';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import { moveAttestation } from '../lifecycle.ts';
import { grantLease } from '../store.ts';
import { leaseEnd, type NodeOptions } from './options.ts';
import { findQueuedAccounts, lockOldestQueued, type QueuedCapture, recordNode } from './store.ts';

/** A message may be missed while the connection is down. */
const lookAgainMs = 1_000;

/** A node that gets no work because of its clock asks again after this. */
const compareAgainMs = 2_000;

/** Told by the database when something is put into the queue. */
const channel = 'work';

/** Rings when there may be work. */
export async function workBell(database: Database): Promise<{ bell: EventEmitter; unhang: () => Promise<void> }> {
  const bell = new EventEmitter();
  setMaxListeners(0, bell);
  const ring = () => void bell.emit('ring');
  return { bell, unhang: await database.listen(channel, { message: ring, gap: ring }) };
}

interface Asking {
  node: string;
  waitMs: number;
  bell: EventEmitter;
  signal: AbortSignal;
  clock: { standing: ClockStanding; offset: ClockOffset | null };
}

/** The next capture for a node whose clock is near ours, waited for; null when none came in time, or nobody waits for it any more. */
export async function nextLease(
  o: NodeOptions,
  { node, waitMs, bell, signal, clock }: Asking,
): Promise<LeaseOffer | null> {
  await recordNode(o.database.pool, node, { at: o.clock(), offset: clock.offset });
  if (clock.standing !== 'near') {
    // The answer lets the node compare its clock again; at once only where it never did.
    if (clock.offset) await sleep(Math.min(waitMs, compareAgainMs), undefined, { signal }).catch(() => {});
    return null;
  }
  const deadline = performance.now() + waitMs;
  for (;;) {
    const remainingMs = Math.max(0, Math.ceil(deadline - performance.now()));
    // Hung before looking: what comes in between is not missed.
    const rung = once(bell, 'ring', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(Math.min(remainingMs, lookAgainMs))]),
    }).catch(() => {});
    const offer = signal.aborted ? null : await lease(o, node);
    if (offer || remainingMs === 0 || signal.aborted) return offer;
    await rung;
  }
}

async function lease(o: NodeOptions, node: string): Promise<LeaseOffer | null> {
  if (!(await o.hasSpace())) return null;
  return o.database.transaction(async (db) => {
    for (const account of await findQueuedAccounts(db)) {
      const queued = await lockOldestQueued(db, account);
      const offer = queued && (await begin(db, queued, { o, node }));
      if (offer) return offer;
    }
    return null;
  });
}

/** Null where the job is none that nodes of this release understand: it fails, and holds up nobody. */
async function begin(
  db: Client,
  { ano, url, job }: QueuedCapture,
  { o, node }: { o: NodeOptions; node: string },
): Promise<LeaseOffer | null> {
  await moveAttestation(db, ano, 'leased', { by: { node } });
  const parsed = CaptureJob.safeParse({
    ...job,
    captureId: ano,
    url,
    egressAllow: o.egressAllow,
    ownHosts: o.ownHosts,
  });
  if (parsed.success) {
    const fence = await grantLease(db, ano, { node, until: leaseEnd(o.clock()) });
    return { ano, fence, job: parsed.data };
  }
  const said = say('verbatim', { text: z.prettifyError(parsed.error) });
  await moveAttestation(db, ano, 'failed', { failure: { code: 'INTERNAL', said } });
  return null;
}
