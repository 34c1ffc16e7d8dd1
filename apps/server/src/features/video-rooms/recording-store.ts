import type { Client } from '../../database/client.ts';

/** A recording of one person, made in the notary's browser. */
export interface RecordingRow {
  id: string;
  roomId: string;
  matterId: string;
  /** Null: the notary. */
  partyId: string | null;
  personName: string;
  mediaType: 'video/webm' | 'video/mp4';
  begunAt: Date;
  chunks: number;
  sizeBytes: number;
  /** Hex. */
  head: string;
  /** CRC-32 of the bytes so far. */
  crc32: number;
  /** State of their SHA-256, from which the next piece continues; null before the first piece. */
  sha256State: Buffer | null;
  /** Null while the room is open. */
  roomEndedAt: Date | null;
  finishedAt: Date | null;
  isComplete: boolean | null;
  /** Hex; null until it is finished, and where nothing was recorded. */
  sha256: string | null;
}

const columns = `c.id, c.room_id as "roomId", v.matter_id as "matterId", c.party_id as "partyId", c.person_name as "personName",
  c.media_type as "mediaType", c.begun_at as "begunAt", c.chunks, c.size_bytes::float8 as "sizeBytes",
  encode(c.head, 'hex') as head, c.crc32::float8 as crc32, c.sha256_state as "sha256State", v.ended_at as "roomEndedAt", c.finished_at as "finishedAt", c.is_complete as "isComplete",
  encode(c.sha256, 'hex') as sha256`;
const tables = 'room_recording c join video_room v on v.id = c.room_id';

export async function insertRecording(
  db: Client,
  o: Pick<RecordingRow, 'id' | 'roomId' | 'partyId' | 'personName' | 'mediaType' | 'begunAt' | 'head'>,
): Promise<void> {
  await db.query(
    `insert into room_recording (id, room_id, party_id, person_name, media_type, begun_at, head)
     values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'))`,
    [o.id, o.roomId, o.partyId, o.personName, o.mediaType, o.begunAt, o.head],
  );
}

export async function findRecording(db: Client, id: string): Promise<RecordingRow | undefined> {
  const { rows } = await db.query<RecordingRow & object>(`select ${columns} from ${tables} where c.id = $1`, [id]);
  return rows[0];
}

/** Locks a recording until the transaction ends. Lock order: the matter's row first. */
export async function lockRecording(db: Client, id: string): Promise<RecordingRow | undefined> {
  const { rows } = await db.query<RecordingRow & object>(
    `select ${columns} from ${tables} where c.id = $1 for no key update of c`,
    [id],
  );
  return rows[0];
}

export async function findRecordings(db: Client, matterId: string): Promise<RecordingRow[]> {
  const { rows } = await db.query<RecordingRow & object>(
    `select ${columns} from ${tables} where v.matter_id = $1 order by c.begun_at, c.id`,
    [matterId],
  );
  return rows;
}

export async function countRecordings(db: Client, roomId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from room_recording where room_id = $1',
    [roomId],
  );
  return rows[0]?.count ?? 0;
}

export interface ChunkRow {
  at: number;
  fileId: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  receivedAt: Date;
}

/** Digests of a recording up to and including its next piece. */
export type NextState = Pick<RecordingRow, 'head' | 'crc32'> & { sha256State: Uint8Array };

/** Adds the next piece. The caller holds the recording's lock. */
export async function addChunk(db: Client, recordingId: string, o: ChunkRow, next: NextState): Promise<void> {
  await db.query(
    `insert into room_chunk (recording_id, at, file_id, size_bytes, sha256, received_at)
     values ($1, $2, $3, $4, decode($5, 'hex'), $6)`,
    [recordingId, o.at, o.fileId, o.sizeBytes, o.sha256, o.receivedAt],
  );
  await db.query(
    `update room_recording set chunks = chunks + 1, size_bytes = size_bytes + $2, head = decode($3, 'hex'),
       crc32 = $4, sha256_state = $5
     where id = $1`,
    [recordingId, o.sizeBytes, next.head, next.crc32, next.sha256State],
  );
}

export async function findChunks(db: Client, recordingId: string): Promise<ChunkRow[]> {
  const { rows } = await db.query<ChunkRow & object>(
    `select at, file_id as "fileId", size_bytes as "sizeBytes", encode(sha256, 'hex') as sha256, received_at as "receivedAt"
     from room_chunk where recording_id = $1 order by at`,
    [recordingId],
  );
  return rows;
}

export async function markFinished(
  db: Client,
  id: string,
  o: { now: Date; isComplete: boolean; sha256: string | null },
): Promise<void> {
  await db.query(
    `update room_recording set finished_at = $2, is_complete = $3, sha256 = decode($4, 'hex') where id = $1`,
    [id, o.now, o.isComplete, o.sha256],
  );
}

/** Unfinished recordings whose room ended before a given time. */
export async function findUnfinished(db: Client, before: Date): Promise<{ id: string; matterId: string }[]> {
  const { rows } = await db.query<{ id: string; matterId: string }>(
    `select c.id, v.matter_id as "matterId" from ${tables}
     where c.finished_at is null and v.ended_at < $1 order by v.ended_at`,
    [before],
  );
  return rows;
}

/** Recordings that may have unreferenced files: running ones, and those finished since a given time. */
export async function findRecent(db: Client, since: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from room_recording where finished_at is null or finished_at >= $1 order by id',
    [since],
  );
  return rows.map(({ id }) => id);
}
