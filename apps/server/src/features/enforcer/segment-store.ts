import type { SegmentHeader } from '@proofkeep/bundle';
import type { Client } from '../../database/client.ts';

/** A row of `device_segment`. */
export interface SegmentRow {
  n: number;
  /** The text that the device signed. */
  header: string;
  /** SHA-256 of the header, hex. */
  headerSha256: string;
  /** DER. */
  signature: Buffer;
  receivedAt: Date;
  contentId: string | null;
  /** Hex; null until the content arrives. */
  sm3: string | null;
  storedAt: Date | null;
}

const columns = `n, header, encode(header_sha256, 'hex') as "headerSha256", signature, received_at as "receivedAt",
  content_id as "contentId", encode(sm3, 'hex') as sm3, stored_at as "storedAt"`;

export async function findSegments(db: Client, recordingId: string): Promise<SegmentRow[]> {
  const sql = `select ${columns} from device_segment where recording_id = $1 order by n`;
  return (await db.query<SegmentRow & object>(sql, [recordingId])).rows;
}

export async function findSegment(db: Client, recordingId: string, n: number): Promise<SegmentRow | undefined> {
  const sql = `select ${columns} from device_segment where recording_id = $1 and n = $2`;
  return (await db.query<SegmentRow & object>(sql, [recordingId, n])).rows[0];
}

/** The nearest known segments before and after a number, and the one of that number. */
export async function findAround(db: Client, recordingId: string, n: number): Promise<SegmentRow[]> {
  const sql = `
    (select ${columns} from device_segment where recording_id = $1 and n < $2 order by n desc limit 1) union all
    (select ${columns} from device_segment where recording_id = $1 and n >= $2 order by n limit 2)`;
  return (await db.query<SegmentRow & object>(sql, [recordingId, n])).rows;
}

/** The highest number, and the number of the segment that declares itself the last. */
export async function findEnds(db: Client, recordingId: string): Promise<{ highest: number; last: number | null }> {
  const { rows } = await db.query<{ highest: number; last: number | null }>(
    `select coalesce(max(n), 0) as highest, max(n) filter (where is_last) as last from device_segment where recording_id = $1`,
    [recordingId],
  );
  return rows[0] ?? { highest: 0, last: null };
}

export async function insertSegment(
  db: Client,
  recordingId: string,
  o: { header: SegmentHeader; text: string; headerSha256: string; signature: Buffer; now: Date },
): Promise<void> {
  const { n, fromMs, toMs, startedAt, endedAt, isLast, size } = o.header;
  await db.query(
    `insert into device_segment
       (recording_id, n, header, header_sha256, signature, from_ms, to_ms, started_at, ended_at, is_last, size_bytes, received_at)
     values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8, $9, $10, $11, $12)`,
    [recordingId, n, o.text, o.headerSha256, o.signature, fromMs, toMs, startedAt, endedAt, isLast, size, o.now],
  );
}

/** Records where the content of a segment is stored. @returns false if another request stored it before */
export async function setContent(
  db: Client,
  recordingId: string,
  n: number,
  o: { contentId: string; sm3: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update device_segment set content_id = $3, sm3 = decode($4, 'hex'), stored_at = $5
     where recording_id = $1 and n = $2 and stored_at is null`,
    [recordingId, n, o.contentId, o.sm3, o.now],
  );
  return rowCount === 1;
}

export async function storedBytes(db: Client, recordingId: string): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select coalesce(sum(size_bytes), 0)::float8 as bytes from device_segment
     where recording_id = $1 and stored_at is not null`,
    [recordingId],
  );
  return rows[0]?.bytes ?? 0;
}

/** Deletes all segments of a deleted recording; `sweep-devices` removes their contents. */
export async function deleteSegments(db: Client, recordingId: string): Promise<void> {
  await db.query('delete from device_segment where recording_id = $1', [recordingId]);
}

/** Which of these contents belong to a segment whose recording is not yet retained as evidence. */
export async function findHeld(db: Client, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select s.content_id as id from device_segment s join device_recording r on r.id = s.recording_id
     left join attestation a on a.ano = r.ano
     where s.content_id = any($1) and a.retained_until is null`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
