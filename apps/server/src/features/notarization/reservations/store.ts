import type { MatterKind, ReservationState, SessionHours, SessionWay } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { BusySpan } from './slots.ts';

export interface ReservationRow extends Record<string, unknown> {
  id: string;
  matterId: string;
  matterNo: string;
  version: number;
  kind: MatterKind;
  state: ReservationState;
  way: SessionWay;
  startsAt: Date;
  endsAt: Date;
  notaryId: string;
  notaryName: string;
  officeName: string;
  officeAddress: string;
  officePhone: string;
  partyNames: string[];
  reason: string | null;
  createdAt: Date;
}

const columns = `r.id, r.matter_id as "matterId", m.no as "matterNo", m.version, m.kind, r.state, r.way,
  r.starts_at as "startsAt", r.ends_at as "endsAt", r.notary_id as "notaryId", s.name as "notaryName", o.name as "officeName",
  o.address as "officeAddress", o.phone as "officePhone", r.reason, r.created_at as "createdAt",
  (select json_agg(p.name order by p.place) from matter_party p where p.matter_id = m.id) as "partyNames"`;
const tables = `reservation r join matter m on m.id = r.matter_id join staff s on s.id = r.notary_id
  join notary_office o on o.id = m.office_id`;

/** The hours that a notary set; undefined if they set none. */
export async function findHours(db: Client, staffId: string): Promise<SessionHours | undefined> {
  const { rows } = await db.query<{ hours: SessionHours }>('select hours from session_hours where staff_id = $1', [
    staffId,
  ]);
  return rows[0]?.hours;
}

export async function upsertHours(db: Client, staffId: string, hours: SessionHours, now: Date): Promise<void> {
  await db.query(
    `insert into session_hours (staff_id, hours, changed_at) values ($1, $2, $3)
     on conflict (staff_id) do update set hours = excluded.hours, changed_at = excluded.changed_at`,
    [staffId, JSON.stringify(hours), now],
  );
}

/** The booked session of a matter. */
export async function findBooked(db: Client, matterId: string): Promise<ReservationRow | undefined> {
  const { rows } = await db.query<ReservationRow>(
    `select ${columns} from ${tables} where r.matter_id = $1 and r.state = 'booked'`,
    [matterId],
  );
  return rows[0];
}

/** How often the applicant has moved the session of a matter. */
export async function countMoves(db: Client, matterId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from reservation where matter_id = $1 and state = 'moved' and moved_by = 'applicant'`,
    [matterId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Times in which the notary or a person of the matter has another session, or which are kept for another matter of the
 * notary. Those of this matter don't count.
 */
export async function findBusy(db: Client, o: { notaryId: string; matterId: string; now: Date }): Promise<BusySpan[]> {
  const { rows } = await db.query<{ from: Date; to: Date }>(
    `select lower(r.occupied) as "from", upper(r.occupied) as "to" from reservation r
     where r.notary_id = $1 and r.state = 'booked' and r.matter_id <> $2 and r.ends_at > $3
     union all
     select lower(k.occupied), upper(k.occupied) from kept_slot k
     where k.notary_id = $1 and k.matter_id <> $2 and k.kept_until > $3
     union all
     select lower(a.during), upper(a.during) from reservation_person a join reservation r on r.id = a.reservation_id
     where r.matter_id <> $2 and upper(a.during) > $3
       and a.fingerprint in (select id_number_fingerprint from matter_party where matter_id = $2 and kind = 'person')`,
    [o.notaryId, o.matterId, o.now],
  );
  return rows;
}

interface NewReservation {
  matterId: string;
  notaryId: string;
  way: SessionWay;
  startsAt: Date;
  endsAt: Date;
  freeAt: Date;
  now: Date;
}

/**
 * Books a session for the notary and the parties who are natural persons; representatives of companies may have
 * overlapping sessions. Database constraints keep sessions apart, so one of several concurrent bookings succeeds.
 * @returns its id; undefined if the notary or one of the persons has another session then
 */
export async function insertReservation(db: Client, o: NewReservation): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into reservation (matter_id, notary_id, way, starts_at, ends_at, occupied, created_at)
     values ($1, $2, $3, $4, $5, tstzrange($4, $6), $7)
     on conflict do nothing returning id`,
    [o.matterId, o.notaryId, o.way, o.startsAt, o.endsAt, o.freeAt, o.now],
  );
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  const people = await db.query<{ fingerprint: Buffer }>(
    `select distinct id_number_fingerprint as fingerprint from matter_party where matter_id = $1 and kind = 'person' order by 1`,
    [o.matterId],
  );
  for (const { fingerprint } of people.rows) {
    const { rowCount } = await db.query(
      `insert into reservation_person (reservation_id, fingerprint, during) values ($1, $2, tstzrange($3, $4))
       on conflict do nothing`,
      [id, fingerprint, o.startsAt, o.endsAt],
    );
    if (rowCount !== 1) return undefined;
  }
  return id;
}

export async function freePeople(db: Client, reservationId: string): Promise<void> {
  await db.query('delete from reservation_person where reservation_id = $1', [reservationId]);
}

/**
 * Sessions of an account: upcoming ones, soonest first, then past ones, latest first. @param loginId null for those of
 * all members
 */
export async function listReservations(
  db: Client,
  o: { accountId: string; loginId: string | null },
): Promise<{ booked: ReservationRow[]; earlier: ReservationRow[] }> {
  const own = 'm.account_id = $1 and ($2::uuid is null or m.login_id = $2)';
  const values = [o.accountId, o.loginId];
  const [booked, earlier] = [
    await db.query<ReservationRow>(
      `select ${columns} from ${tables} where ${own} and r.state = 'booked' order by r.starts_at`,
      values,
    ),
    await db.query<ReservationRow>(
      `select ${columns} from ${tables} where ${own} and r.state <> 'booked' order by r.starts_at desc limit 20`,
      values,
    ),
  ];
  return { booked: booked.rows, earlier: earlier.rows };
}

export interface ToBookRow extends Record<string, unknown> {
  id: string;
  no: string;
  kind: MatterKind;
  parties: string[];
  officeName: string;
  notaryName: string;
}

/** Matters of an account whose session has no time yet. */
export async function listToBook(db: Client, o: { accountId: string; loginId: string | null }): Promise<ToBookRow[]> {
  const { rows } = await db.query<ToBookRow>(
    `select m.id, m.no, m.kind, o.name as "officeName", s.name as "notaryName",
       (select json_agg(p.name order by p.place) from matter_party p where p.matter_id = m.id) as parties
     from matter m join notary_office o on o.id = m.office_id join staff s on s.id = m.notary_id
     where m.account_id = $1 and ($2::uuid is null or m.login_id = $2) and m.state = 'scheduling' order by m.changed_at`,
    [o.accountId, o.loginId],
  );
  return rows;
}

/** Booked sessions of an office, and those since a given time, soonest first. */
export async function listOfficeSessions(db: Client, officeId: string, since: Date): Promise<ReservationRow[]> {
  const { rows } = await db.query<ReservationRow>(
    `select ${columns} from ${tables} where m.office_id = $1 and (r.state = 'booked' or r.starts_at >= $2)
     order by r.starts_at`,
    [officeId, since],
  );
  return rows;
}

/** Which reminder of a session is due. */
export type ReminderKind = 'day' | 'hour';

interface DueReminder {
  kind: ReminderKind;
  hours: number;
  now: Date;
}

const remindedAt: Record<ReminderKind, string> = { day: 'reminded_day_at', hour: 'reminded_hour_at' };
const isDue = (kind: ReminderKind): string => `state = 'booked' and ${remindedAt[kind]} is null and starts_at > $1
  and starts_at <= $1 + make_interval(hours => $2) and created_at < starts_at - make_interval(hours => $2)`;

/**
 * Sessions that begin within `hours`, have no such reminder yet and were booked before that period began; soonest
 * first.
 */
export async function findDueReminders(db: Client, { kind, hours, now }: DueReminder): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from reservation where ${isDue(kind)} order by starts_at`,
    [now, hours],
  );
  return rows.map(({ id }) => id);
}

/** Marks a reminder as sent. @returns undefined if it is no longer due */
export async function takeDueReminder(
  db: Client,
  id: string,
  { kind, hours, now }: DueReminder,
): Promise<ReservationRow | undefined> {
  const { rowCount } = await db.query(
    `update reservation set ${remindedAt[kind]} = $1 where id = $3 and ${isDue(kind)}`,
    [now, hours, id],
  );
  if (rowCount !== 1) return undefined;
  const found = await db.query<ReservationRow>(`select ${columns} from ${tables} where r.id = $1`, [id]);
  return found.rows[0];
}
