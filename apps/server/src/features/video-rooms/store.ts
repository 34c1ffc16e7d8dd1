import type { ReservationState, VideoRoomState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

/** The room of a reserved video session. */
export interface RoomRow {
  /** Also the id of the session's reservation. */
  id: string;
  matterId: string;
  /** Null if it has no row yet. */
  stored: VideoRoomState | null;
  reservation: ReservationState;
  startsAt: Date;
  endsAt: Date;
  notaryName: string;
  openedAt: Date | null;
  endedAt: Date | null;
}

const columns = `r.id, r.matter_id as "matterId", v.state as stored, r.state as reservation, r.starts_at as "startsAt",
  r.ends_at as "endsAt", s.name as "notaryName", v.opened_at as "openedAt", v.ended_at as "endedAt"`;
const tables = 'reservation r join staff s on s.id = r.notary_id left join video_room v on v.id = r.id';

/** Channel whose payload is the id of a changed room, which the hubs of all servers then reload. */
export const roomChannel = 'room';

/** The room of the newest video session of a matter. */
export async function findRoom(db: Client, matterId: string): Promise<RoomRow | undefined> {
  const { rows } = await db.query<RoomRow & object>(
    `select ${columns} from ${tables} where r.matter_id = $1 and r.way = 'video' order by r.created_at desc limit 1`,
    [matterId],
  );
  return rows[0];
}

export async function findRoomById(db: Client, id: string): Promise<RoomRow | undefined> {
  const { rows } = await db.query<RoomRow & object>(
    `select ${columns} from ${tables} where r.id = $1 and r.way = 'video'`,
    [id],
  );
  return rows[0];
}

/** Creates the row of a room. The caller holds the lock of the matter's row. */
export async function keepRoom(
  db: Client,
  { id, matterId }: Pick<RoomRow, 'id' | 'matterId'>,
  now: Date,
): Promise<void> {
  await db.query('insert into video_room (id, matter_id, created_at) values ($1, $2, $3) on conflict do nothing', [
    id,
    matterId,
    now,
  ]);
}

export async function notifyRoom(db: Client, id: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [roomChannel, id]);
}

/** Rooms that have a row and are not over. */
export async function findRunning(db: Client): Promise<RoomRow[]> {
  const { rows } = await db.query<RoomRow & object>(
    `select ${columns} from ${tables} where v.state in ('waiting', 'open') order by v.created_at`,
  );
  return rows;
}

export async function upsertConsent(
  db: Client,
  o: { roomId: string; partyId: string; words: string; now: Date },
): Promise<void> {
  await db.query(
    `insert into room_consent (room_id, party_id, words, consented_at) values ($1, $2, $3, $4)
     on conflict (room_id, party_id) do update set words = excluded.words, consented_at = excluded.consented_at`,
    [o.roomId, o.partyId, o.words, o.now],
  );
}

/** The time at which each party agreed to the recording of a room. */
export async function findConsents(db: Client, roomId: string): Promise<Map<string, Date>> {
  const { rows } = await db.query<{ partyId: string; at: Date }>(
    'select party_id as "partyId", consented_at as at from room_consent where room_id = $1',
    [roomId],
  );
  return new Map(rows.map(({ partyId, at }) => [partyId, at]));
}

/** Words of the newest consent of each party to the recording of each room of a matter. */
export async function findConsentWords(db: Client, matterId: string): Promise<string[]> {
  const { rows } = await db.query<{ words: string }>(
    `select distinct c.words from room_consent c join video_room v on v.id = c.room_id where v.matter_id = $1 order by c.words`,
    [matterId],
  );
  return rows.map(({ words }) => words);
}

/** Admits one connection of a session. */
export interface Ticket {
  tokenSha256: Buffer;
  /** Null: the notary. */
  partyId: string | null;
  /** Network address of the request. */
  address: string;
  userAgent: string;
}

export async function insertTicket(
  db: Client,
  o: Ticket & { sha256: Buffer; roomId: string; expiresAt: Date; now: Date },
): Promise<void> {
  await db.query('delete from room_ticket where expires_at <= $1', [o.now]);
  await db.query(
    `insert into room_ticket (sha256, room_id, token_sha256, party_id, address, user_agent, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [o.sha256, o.roomId, o.tokenSha256, o.partyId, o.address, o.userAgent, o.expiresAt],
  );
}

/** Uses a ticket up. @returns undefined if it is unknown, used, for another room or too old */
export async function takeTicket(
  db: Client,
  { sha256, roomId, now }: { sha256: Buffer; roomId: string; now: Date },
): Promise<Ticket | undefined> {
  const { rows } = await db.query<Ticket & object>(
    `delete from room_ticket where sha256 = $1 and room_id = $2 and expires_at > $3
     returning token_sha256 as "tokenSha256", party_id as "partyId", address, user_agent as "userAgent"`,
    [sha256, roomId, now],
  );
  return rows[0];
}
