import {
  type Bytes,
  type InputOf,
  type KeptSlot,
  movesPerMatter,
  type Reservation,
  type reservationCalls,
  type SessionHours,
  type SessionSlot,
  type SessionWay,
  sessionWays,
  slotKeptMinutes,
  usualSessionHours,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { dictionaryValue } from '../../dictionary/service.ts';
import { applicantActor, lockOwnMatter, originOf, requireOwnMatter } from '../access.ts';
import { moveMatter } from '../lifecycle.ts';
import type { MatterDbRow } from '../store.ts';
import { calendarOf } from './calendar.ts';
import { textParticipants } from './participants.ts';
import { deleteKeptSlot, findKeptSlot, insertKeptSlot } from './slot-store.ts';
import { freeSlots } from './slots.ts';
import {
  countMoves,
  findBooked,
  findBusy,
  findHours,
  insertReservation,
  listReservations,
  listToBook,
  type ReservationRow,
} from './store.ts';
import { timeText } from './time-text.ts';

type Calls = typeof reservationCalls;
type User = Context<'user'>;

const minuteMs = 60_000;

export const hoursOf = async (db: Client, staffId: string): Promise<SessionHours> =>
  (await findHours(db, staffId)) ?? usualSessionHours;

export const shownOf = (row: ReservationRow): Reservation => ({
  id: row.id,
  matterId: row.matterId,
  matterNo: row.matterNo,
  kind: row.kind,
  state: row.state,
  way: row.way,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  notaryName: row.notaryName,
  office: { name: row.officeName, address: row.officeAddress, phone: row.officePhone },
  reason: row.reason,
});

export async function reservations(_input: unknown, { db, caller }: User) {
  const scope = scopeOf(caller);
  const { booked, earlier } = await listReservations(db, scope);
  return { toBook: await listToBook(db, scope), booked: booked.map(shownOf), earlier: earlier.map(shownOf) };
}

/** Ways to hold a session: by video if both the notary and the platform offer it. */
async function waysOf(db: Client, { offersVideo }: SessionHours): Promise<SessionWay[]> {
  const { isVideo } = await dictionaryValue(db, 'valueAdded');
  return sessionWays.filter((way) => way === 'in-person' || (offersVideo && isVideo));
}

/** The notary of a matter that needs or has a session time. @throws Refusal STATE_FORBIDS */
function requireNotary({ state, notaryId }: MatterDbRow): string {
  if ((state !== 'scheduling' && state !== 'scheduled') || notaryId === null) throw new Refusal('STATE_FORBIDS');
  return notaryId;
}

async function slotsOf(db: Client, row: MatterDbRow, now: Date) {
  const notaryId = requireNotary(row);
  const hours = await hoursOf(db, notaryId);
  const busy = await findBusy(db, { notaryId, matterId: row.id, now });
  return { notaryId, hours, slots: freeSlots(hours, { busy, now }) };
}

export async function sessionSlots({ id }: { id: string }, context: User) {
  const { db, now } = context;
  const row = await requireOwnMatter(context, id);
  const { hours, slots } = await slotsOf(db, row, now);
  const booked = await findBooked(db, id);
  const kept = await findKeptSlot(db, id, now);
  return {
    slots,
    ways: await waysOf(db, hours),
    minutes: hours.minutes,
    notaryName: row.notaryName ?? '',
    office: { name: row.officeName ?? '', address: row.officeAddress ?? '', phone: row.officePhone ?? '' },
    booked: booked ? shownOf(booked) : null,
    kept: keptOf(slots, kept),
    movesLeft: Math.max(0, movesPerMatter - (await countMoves(db, id))),
  };
}

const keptOf = (
  slots: readonly SessionSlot[],
  kept: { startsAt: Date; keptUntil: Date } | undefined,
): KeptSlot | null => {
  const slot = kept && slots.find(({ startsAt }) => startsAt === kept.startsAt.toISOString());
  return slot ? { ...slot, keptUntil: kept.keptUntil.toISOString() } : null;
};

/**
 * Keeps a time for a locked matter. Free times are read after the insert, which waits for concurrent ones: a session
 * that was booked meanwhile is seen. @throws Refusal STATE_FORBIDS; SLOT_TAKEN
 */
async function takeSlot(db: Client, row: MatterDbRow, o: { startsAt: Date; keptUntil: Date; now: Date }) {
  const notaryId = requireNotary(row);
  const { minutes, breakMinutes } = await hoursOf(db, notaryId);
  const freeAt = new Date(o.startsAt.getTime() + (minutes + breakMinutes) * minuteMs);
  if (!(await insertKeptSlot(db, { matterId: row.id, notaryId, freeAt, ...o }))) throw new Refusal('SLOT_TAKEN');
  const { hours, slots } = await slotsOf(db, row, o.now);
  const slot = slots.find((one) => one.startsAt === o.startsAt.toISOString());
  if (!slot) throw new Refusal('SLOT_TAKEN');
  return { notaryId, hours, slot, freeAt };
}

export async function keepSlot({ id, startsAt }: InputOf<Calls['keepSlot']>, context: User): Promise<KeptSlot> {
  const { db, now, audit } = context;
  const row = await lockOwnMatter(context, id);
  const starts = new Date(startsAt);
  const before = await findKeptSlot(db, id, now);
  const keptUntil =
    before?.startsAt.getTime() === starts.getTime()
      ? before.keptUntil
      : new Date(now.getTime() + slotKeptMinutes * minuteMs);
  const { slot } = await takeSlot(db, row, { startsAt: starts, keptUntil, now });
  audit({ matter: row.no, startsAt: slot.startsAt });
  return { ...slot, keptUntil: keptUntil.toISOString() };
}

/**
 * Frees the booked time of a locked matter. Once the session's start has passed, it can't be moved: the notary records
 * who didn't come. @throws Refusal STATE_FORBIDS; MOVES_USED_UP
 */
async function release(context: User, row: MatterDbRow, reason: string): Promise<ReservationRow> {
  const { db, services, now } = context;
  const booked = await findBooked(db, row.id);
  if (!booked || booked.startsAt <= now) throw new Refusal('STATE_FORBIDS');
  if ((await countMoves(db, row.id)) >= movesPerMatter) throw new Refusal('MOVES_USED_UP');
  const actor = await applicantActor(context);
  await moveMatter(db, services.jobs, row, {
    event: 'reschedule',
    actor,
    origin: originOf(context),
    now,
    facts: { reason },
  });
  return booked;
}

export async function releaseSession({ id, reason }: InputOf<Calls['releaseSession']>, context: User): Promise<null> {
  const row = await lockOwnMatter(context, id);
  const session = await release(context, row, reason);
  await textParticipants(context.db, context.services, { template: 'session-released', session });
  context.audit({ matter: row.no });
  return null;
}

/**
 * Replaces the earlier time with the new one in one transaction: if the new time was taken meanwhile, the earlier
 * one stays booked. Booking the already booked time changes nothing. If the new or the earlier session is by video, the parties
 * get a text message in the same transaction, because an earlier link no longer has the right time.
 */
export async function bookSession(
  { id, startsAt, way, reason }: InputOf<Calls['bookSession']>,
  context: User,
): Promise<Reservation> {
  const { db, services, now, audit } = context;
  let row = await lockOwnMatter(context, id);
  const starts = new Date(startsAt);
  const before = await findBooked(db, id);
  if (before && before.startsAt.getTime() === starts.getTime() && before.way === way) return shownOf(before);
  const { notaryId, hours, slot, freeAt } = await takeSlot(db, row, { startsAt: starts, keptUntil: now, now });
  if (!(await waysOf(db, hours)).includes(way)) throw new Refusal('SLOT_TAKEN');
  if (before) {
    await release(context, row, reason);
    row = await lockOwnMatter(context, id);
  }
  const endsAt = new Date(slot.endsAt);
  const booked = { matterId: id, notaryId, way, startsAt: starts, endsAt, freeAt, now };
  if ((await insertReservation(db, booked)) === undefined) throw new Refusal('SLOT_TAKEN');
  await deleteKeptSlot(db, id);
  await moveMatter(db, services.jobs, row, {
    event: 'book',
    actor: await applicantActor(context),
    origin: originOf(context),
    now,
    facts: { startsAt: slot.startsAt, endsAt: slot.endsAt, way, time: timeText(starts) },
  });
  audit({ matter: row.no, startsAt: slot.startsAt, way });
  const session = (await findBooked(db, id)) as ReservationRow;
  if (way === 'video' || before?.way === 'video')
    await textParticipants(db, services, { template: 'session-booked', session });
  return shownOf(session);
}

export async function sessionCalendar({ id }: { id: string }, context: User): Promise<Bytes> {
  const { db, services, language, now } = context;
  const row = await requireOwnMatter(context, id);
  const booked = await findBooked(db, id);
  if (!booked) throw new Refusal('STATE_FORBIDS');
  const body = calendarOf(booked, { now, language, publicUrl: services.publicUrl });
  return { body, mediaType: 'text/calendar; charset=utf-8', fileName: `${row.no}.ics`, sizeBytes: body.length };
}
