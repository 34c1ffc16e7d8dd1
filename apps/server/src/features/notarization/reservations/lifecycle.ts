import {
  type MatterEvent,
  type ReservationEvent,
  type ReservationRole,
  type ReservationState,
  reservationStateTable,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { type Lifecycle, transition } from '../../../kit/transition.ts';
import type { MatterActor } from '../journal/journal.ts';
import { findBooked, freePeople } from './store.ts';

/** The matter's journal is the history; the people of an ended session are free again. */
export const reservationLifecycle: Lifecycle<ReservationState, ReservationEvent, ReservationRole, null> = {
  table: reservationStateTable,
  relation: 'reservation',
  key: 'id',
  async record(db, { key }) {
    await freePeople(db, key);
  },
};

/** Maps events of a matter to those of its session. Every other event ends the matter and cancels the session. */
const eventOf: Partial<Record<MatterEvent, ReservationEvent>> = {
  start: 'hold',
  reschedule: 'move',
  'no-show': 'miss',
};

/** Ends the booked session of a matter that leaves `scheduled`. The caller holds the lock of the matter's row. */
export async function endBookedSession(
  db: Client,
  o: { matterId: string; event: MatterEvent; role: MatterActor['role']; reason: string | null },
): Promise<void> {
  const event = eventOf[o.event] ?? 'cancel';
  const booked = await findBooked(db, o.matterId);
  if (!booked) throw new Error(`Matter ${o.matterId} is scheduled without a session.`);
  const who = o.role === 'party' ? 'applicant' : o.role;
  const set = event === 'move' ? { moved_by: who, reason: o.reason } : { reason: o.reason };
  await transition(db, reservationLifecycle, booked.id, { event, who, detail: null, set });
}
