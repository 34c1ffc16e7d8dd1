import type { ReceivedFile } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

/** The owner of an upload: a person, in the account for which they uploaded it. A person may be in several accounts. */
export interface Uploader {
  accountId: string;
  personId: string;
}

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

/** @returns false if it ended before */
export async function deleteUpload(db: Client, id: string): Promise<boolean> {
  return (await db.query('delete from open_upload where id = $1', [id])).rowCount === 1;
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

const receivedColumns = `id as "fileId", name, media_type as "mediaType", size_bytes::float8 as "sizeBytes",
  encode(sha256, 'hex') as sha256, encode(sm3, 'hex') as sm3`;

/** Bytes that the account has uploaded and not yet attested. */
export async function unusedBytes(db: Client, accountId: string): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select coalesce(sum(size_bytes), 0)::float8 as bytes from received_file where account_id = $1 and ano is null`,
    [accountId],
  );
  return rows[0]?.bytes ?? 0;
}

/** Whose unused files are meant: a person's in an account, or all of the account. */
export interface OwnerOfUnused {
  accountId: string;
  personId: string | null;
}

/** A file that was received, or is arriving, and is not attested. */
export interface UnusedRow {
  id: string;
  personId: string;
  name: string;
  sizeBytes: number;
  receivedBytes: number;
  createdAt: Date;
  /** Name of the person. */
  by: string;
}

/** Received files that are not attested, and open uploads; the largest first. */
export async function findUnused(
  db: Client,
  { accountId, personId }: OwnerOfUnused,
  limit: number,
): Promise<UnusedRow[]> {
  const { rows } = await db.query<UnusedRow & object>(
    `select f.id, f.person_id as "personId", f.name, f.size_bytes::float8 as "sizeBytes",
       f.received_bytes::float8 as "receivedBytes", f.created_at as "createdAt", p.name as by
     from (
       select id, account_id, person_id, name, size_bytes, size_bytes as received_bytes, created_at
       from received_file where account_id = $1 and ano is null
       union all
       select id, account_id, person_id, name, size_bytes, received_bytes, created_at from open_upload where account_id = $1
     ) f join login p on p.id = f.person_id
     where $2::uuid is null or f.person_id = $2
     order by f.size_bytes desc, f.id limit $3`,
    [accountId, personId, limit],
  );
  return rows;
}

/** @returns false if there is no such file, or it is attested */
export async function deleteUnused(db: Client, id: string, { accountId, personId }: OwnerOfUnused): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from received_file
     where id = $1 and account_id = $2 and ano is null and ($3::uuid is null or person_id = $3)`,
    [id, accountId, personId],
  );
  return rowCount === 1;
}

export async function insertReceived(
  db: Client,
  o: ReceivedFile & { accountId: string; personId: string; now: Date },
): Promise<void> {
  await db.query(
    `insert into received_file (id, account_id, person_id, name, media_type, size_bytes, sha256, sm3, created_at)
     values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'), decode($8, 'hex'), $9)`,
    [o.fileId, o.accountId, o.personId, o.name, o.mediaType, o.sizeBytes, o.sha256, o.sm3, o.now],
  );
}

/** Replaces a finished resumable upload by its received file, in one statement. */
export async function exchangeUpload(
  db: Client,
  o: ReceivedFile & { accountId: string; personId: string; now: Date },
): Promise<void> {
  await db.query(
    `with ended as (delete from open_upload where id = $1 returning id)
     insert into received_file (id, account_id, person_id, name, media_type, size_bytes, sha256, sm3, created_at)
     select id, $2, $3, $4, $5, $6, decode($7, 'hex'), decode($8, 'hex'), $9 from ended`,
    [o.fileId, o.accountId, o.personId, o.name, o.mediaType, o.sizeBytes, o.sha256, o.sm3, o.now],
  );
}

/** Undefined if this person has no such upload in this account. */
export async function findReceived(
  db: Client,
  id: string,
  { accountId, personId }: Uploader,
): Promise<ReceivedFile | undefined> {
  const sql = `select ${receivedColumns} from received_file where id = $1 and account_id = $2 and person_id = $3`;
  return (await db.query<ReceivedFile & object>(sql, [id, accountId, personId])).rows[0];
}

/** Locks those of the given uploads that belong to the person and to no attestation yet, until the transaction ends. */
export async function lockReceived(
  db: Client,
  ids: readonly string[],
  { accountId, personId }: Uploader,
): Promise<ReceivedFile[]> {
  const { rows } = await db.query<ReceivedFile & object>(
    `select ${receivedColumns} from received_file
     where id = any($1) and account_id = $2 and person_id = $3 and ano is null order by id for update`,
    [ids, accountId, personId],
  );
  return rows;
}

/** Makes an attestation the owner of uploads. */
export async function assignReceived(db: Client, ano: string, ids: readonly string[]): Promise<void> {
  await db.query('update received_file set ano = $1 where id = any($2)', [ano, ids]);
}

export async function deleteReceived(db: Client, id: string): Promise<void> {
  await db.query('delete from received_file where id = $1', [id]);
}

/**
 * Uploads whose content is no longer needed: unused since a given time, or of an attestation that is certified and
 * retained, or cancelled.
 */
export async function findDisposable(db: Client, unusedSince: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select r.id from received_file r left join attestation a on a.ano = r.ano
     where (r.ano is null and r.created_at < $1 or a.retained_until is not null or a.state = 'cancelled')
       and not exists (select from attestation_file f where f.added_id = r.id)
     order by r.id limit 1000`,
    [unusedSince],
  );
  return rows.map(({ id }) => id);
}

/** Which of these uploads have a row. */
export async function findKnown(db: Client, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>('select id from received_file where id = any($1)', [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Media types of the uploads of an attestation, by upload. */
export async function findMediaTypes(db: Client, ano: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; mediaType: string }>(
    `select id, media_type as "mediaType" from received_file where ano = $1
     union all
     select received_id, media_type from attestation_file where ano = $1 and media_type is not null`,
    [ano],
  );
  return new Map(rows.map(({ id, mediaType }) => [id, mediaType]));
}
