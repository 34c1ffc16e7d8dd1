import type { CaptureEvent, NodeEvents } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { AttestationNotice } from '../../../http/live-notices.ts';
import { Refusal } from '../../../kit/refusal.ts';
import type { Lease } from '../../evidence/service.ts';
import { recordEvent } from '../custody.ts';
import { notifyChanged, notifyProgress } from '../custody-store.ts';
import { takeChunk } from '../live-sessions/chunks.ts';
import { setBegun } from '../live-sessions/store.ts';
import { takeSecondEvents } from '../second/leases.ts';
import { lockSecondLease } from '../second/store.ts';
import { renewLease, setStep } from '../write-store.ts';
import { leaseEnd, type NodeOptions } from './options.ts';
import { insertFile, type LeaseRow, lockLease } from './store.ts';

/** A notification has room for 8,000 bytes, and a step describes its activity in a few words. */
const maxActivityLength = 200;

/**
 * Records the events of a node, forwards its progress to live streams and renews its lease. @returns the end of the
 * lease @throws Refusal LEASE_LOST
 */
export async function takeEvents(o: NodeOptions, lease: Lease, { events }: NodeEvents): Promise<Date> {
  const until = leaseEnd(o.clock());
  await o.database.transaction(async (db) => {
    const row = await lockLease(db, lease);
    const second = row ? undefined : await lockSecondLease(db, lease);
    if (second) return takeSecondEvents(db, second, { events, until });
    if (!row) throw new Refusal('LEASE_LOST');
    let { lastEvent } = row;
    for (const { n, event } of events) {
      if (n <= lastEvent) continue;
      await takeEvent(db, o, row, event);
      lastEvent = n;
    }
    await renewLease(db, row.ano, { until, lastEvent });
  });
  return until;
}

async function takeEvent(db: Client, o: NodeOptions, row: LeaseRow, event: CaptureEvent): Promise<void> {
  const { ano, node, accountId: account, loginId: login } = row;
  switch (event.type) {
    case 'step':
      if (event.state === 'started') {
        await setStep(db, ano, event.step);
        await notifyChanged(db, ano);
      } else if (event.state !== 'skipped') {
        await recordEvent(db, { ano, event: `step.${event.step}`, by: { node }, messages: event.said });
      }
      return;
    case 'progress': {
      const { requests, bytes, inFlight } = event;
      const doing = event.doing.slice(0, maxActivityLength);
      const notice: AttestationNotice = { kind: 'progress', ano, account, login, doing, requests, bytes, inFlight };
      await notifyProgress(db, notice);
      return;
    }
    case 'artifact':
      await insertFile(db, row.fence, event.artifact);
      return;
    case 'begun':
      await setBegun(db, ano, event);
      return;
    case 'chunk': {
      const { type: _type, ...chunk } = event;
      await takeChunk(db, o, row, chunk);
      return;
    }
    case 'report':
      // The report arrives in a separate request, which ends the lease.
      return;
  }
}
