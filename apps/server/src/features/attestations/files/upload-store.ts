import type { Client } from '../../../database/client.ts';
import type { Uploader } from './store.ts';

/** A resumable upload. */
export interface UploadRow {
  id: string;
  accountId: string;
  personId: string;
  name: string;
  sizeBytes: number;
  modifiedAt: Date | null;
  receivedBytes: number;
  createdAt: Date;
  touchedAt: Date;
}

const columns = `id, account_id as "accountId", person_id as "personId", name, size_bytes::float8 as "sizeBytes",
  modified_at as "modifiedAt", received_bytes::float8 as "receivedBytes", created_at as "createdAt",
  touched_at as "touchedAt"`;

export async function insertUpload(
  db: Client,
  o: Pick<UploadRow, 'id' | 'accountId' | 'personId' | 'name' | 'sizeBytes' | 'modifiedAt'> & { now: Date },
): Promise<void> {
  await db.query(
    `insert into open_upload (id, account_id, person_id, name, size_bytes, modified_at, created_at, touched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [o.id, o.accountId, o.personId, o.name, o.sizeBytes, o.modifiedAt, o.now],
  );
}

export async function findUpload(db: Client, id: string): Promise<UploadRow | undefined> {
  return (await db.query<UploadRow & object>(`select ${columns} from open_upload where id = $1`, [id])).rows[0];
}

/** A person's uploads in an account, newest first. */
export async function findUploadsOf(db: Client, { accountId, personId }: Uploader): Promise<UploadRow[]> {
  const sql = `select ${columns} from open_upload where account_id = $1 and person_id = $2 order by created_at desc, id`;
  return (await db.query<UploadRow & object>(sql, [accountId, personId])).rows;
}

/**
 * Records how many bytes are durable. @returns false if the upload ended, or another request has written to it
 * meanwhile
 */
export async function setReceived(
  db: Client,
  id: string,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update open_upload set received_bytes = $3, touched_at = $4 where id = $1 and received_bytes = $2',
    [id, from, to, now],
  );
  return rowCount === 1;
}

export async function deleteUpload(db: Client, id: string): Promise<void> {
  await db.query('delete from open_upload where id = $1', [id]);
}

/** Counts an account's open uploads and the bytes they will have when complete. */
export async function openUploadsOf(db: Client, accountId: string): Promise<{ count: number; bytes: number }> {
  const { rows } = await db.query<{ count: number; bytes: number }>(
    `select count(*)::int as count, coalesce(sum(size_bytes), 0)::float8 as bytes from open_upload where account_id = $1`,
    [accountId],
  );
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** Uploads that received no bytes since a given time. */
export async function findAbandoned(db: Client, before: Date): Promise<string[]> {
  const sql = 'select id from open_upload where touched_at < $1 order by id limit 1000';
  return (await db.query<{ id: string }>(sql, [before])).rows.map(({ id }) => id);
}

/** Which of these uploads are open. */
export async function findOpen(db: Client, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>('select id from open_upload where id = any($1)', [ids]);
  return new Set(rows.map(({ id }) => id));
}
