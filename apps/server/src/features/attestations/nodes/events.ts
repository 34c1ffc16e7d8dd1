import type { CaptureEvent, NodeEvents } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { type AttestationNotice, attestationChannel } from '../../../http/live-notices.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { type Lease } from '../../evidence/service.ts';
import { recordEvent } from '../custody.ts';
import { notifyChanged } from '../custody-store.ts';
import { renewLease, setStep } from '../store.ts';
import { leaseEnd, type NodeOptions } from './options.ts';
import { insertFile, type LeaseRow, lockLease } from './store.ts';

/** A notice has room for 8,000 bytes, and what a step does is said in a few words. */
const longestDoing = 200;

/** Tells who watches what a node tells, and renews its lease; gives until when. @throws Refusal LEASE_LOST */
export async function takeEvents(o: NodeOptions, lease: Lease, { events }: NodeEvents): Promise<Date> {
  const until = leaseEnd(o.clock());
  await o.database.transaction(async (db) => {
    const row = await lockLease(db, lease);
    if (!row) throw new Refusal('LEASE_LOST');
    let { lastEvent } = row;
    for (const { n, event } of events) {
      if (n <= lastEvent) continue;
      await take(db, row, event);
      lastEvent = n;
    }
    await renewLease(db, row.ano, { until, lastEvent });
  });
  return until;
}

async function take(db: Client, row: LeaseRow, event: CaptureEvent): Promise<void> {
  const { ano, node, accountId: account } = row;
  switch (event.type) {
    case 'step':
      if (event.state === 'started') {
        await setStep(db, ano, event.step);
        await notifyChanged(db, ano);
      } else if (event.state !== 'skipped') {
        await recordEvent(db, { ano, event: `step.${event.step}`, by: { node }, said: event.said });
      }
      return;
    case 'progress': {
      const { requests, bytes, inFlight } = event;
      const doing = event.doing.slice(0, longestDoing);
      const notice: AttestationNotice = { kind: 'progress', ano, account, doing, requests, bytes, inFlight };
      await db.query('select pg_notify($1, $2)', [attestationChannel, JSON.stringify(notice)]);
      return;
    }
    case 'artifact':
      await insertFile(db, row.fence, event.artifact);
      return;
    case 'report':
      // It is handed in by a request of its own, which ends the lease.
      return;
  }
}
