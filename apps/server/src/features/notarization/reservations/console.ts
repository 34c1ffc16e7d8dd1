import { type consoleReservationCalls, type InputOf, missedAfterMinutes, type SessionHours } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { lockSeenMatter, notaryActor, originOf } from '../access.ts';
import { moveMatter } from '../lifecycle.ts';
import { findOfficeOf } from '../offices/store.ts';
import { hoursOf, shownOf } from './booking.ts';
import { textParticipants } from './participants.ts';
import { findBooked, listOfficeSessions, type ReservationRow, upsertHours } from './store.ts';

type Calls = typeof consoleReservationCalls;
type Notary = Context<'notary'>;

const weekMs = 7 * 86_400_000;

export const sessionHours = (_input: unknown, { db, caller }: Notary): Promise<SessionHours> =>
  hoursOf(db, caller.staffId);

export async function saveSessionHours(hours: SessionHours, { db, caller, now }: Notary): Promise<null> {
  await upsertHours(db, caller.staffId, hours, now);
  return null;
}

export async function officeSessions(_input: unknown, { db, caller, now }: Notary) {
  const office = await findOfficeOf(db, caller.staffId);
  if (!office) return { list: [] };
  const rows = await listOfficeSessions(db, office.id, new Date(now.getTime() - weekMs));
  return {
    list: rows.map((row) => ({
      ...shownOf(row),
      parties: row.partyNames,
      isMine: row.notaryId === caller.staffId,
      version: row.version,
    })),
  };
}

async function endSession(
  { id, version, reason }: InputOf<Calls['moveMatterSession']>,
  context: Notary,
  event: 'reschedule' | 'no-show',
): Promise<null> {
  const { db, services, now, audit } = context;
  const row = await lockSeenMatter(context, { id, version });
  const booked = await findBooked(db, id);
  if (event === 'no-show' && !isMissed(booked, now)) throw new Refusal('STATE_FORBIDS');
  const actor = await notaryActor(context);
  await moveMatter(db, services.jobs, row, { event, actor, origin: originOf(context), now, facts: { reason } });
  if (event === 'reschedule' && booked)
    await textParticipants(db, services, { template: 'session-released', session: booked });
  audit({ matter: row.no, accountId: row.accountId });
  return null;
}

export const moveMatterSession = (input: InputOf<Calls['moveMatterSession']>, context: Notary): Promise<null> =>
  endSession(input, context, 'reschedule');

export const missSession = (input: InputOf<Calls['missSession']>, context: Notary): Promise<null> =>
  endSession(input, context, 'no-show');

const isMissed = (booked: ReservationRow | undefined, now: Date): boolean =>
  booked !== undefined && now.getTime() >= booked.startsAt.getTime() + missedAfterMinutes * 60_000;
