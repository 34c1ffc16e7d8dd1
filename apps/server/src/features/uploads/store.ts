import { type OwnUpload, type Upload, type UploadPurpose, uploadQuota } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

const columns = `id as "fileId", purpose, name, media_type as "mediaType", size_bytes as "sizeBytes",
  width_px as "widthPx", height_px as "heightPx"`;

export interface NewUpload extends Upload {
  accountId: string;
  personId: string;
  now: Date;
}

/** Usage of the account's quota. Locks it: no other upload of the account is counted until the transaction ends. */
export async function lockUse(db: Client, accountId: string): Promise<{ files: number; bytes: number }> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('uploads:' || $1, 0))`, [accountId]);
  return useOf(db, accountId);
}

export async function useOf(db: Client, accountId: string): Promise<{ files: number; bytes: number }> {
  const { rows } = await db.query<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum(size_bytes), 0)::float8 as bytes from upload where account_id = $1`,
    [accountId],
  );
  return rows[0] ?? { files: 0, bytes: 0 };
}

export async function insertUpload(db: Client, row: NewUpload): Promise<void> {
  await db.query(
    `insert into upload (id, account_id, person_id, purpose, name, media_type, size_bytes, width_px, height_px, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.fileId,
      row.accountId,
      row.personId,
      row.purpose,
      row.name,
      row.mediaType,
      row.sizeBytes,
      row.widthPx,
      row.heightPx,
      row.now,
    ],
  );
}

export async function findUploads(db: Client, ids: readonly string[]): Promise<Upload[]> {
  const { rows } = await db.query<Upload>(`select ${columns} from upload where id = any($1)`, [ids]);
  return rows;
}

export async function findOwnUpload(db: Client, id: string, personId: string): Promise<Upload | undefined> {
  const { rows } = await db.query<Upload>(`select ${columns} from upload where id = $1 and person_id = $2`, [
    id,
    personId,
  ]);
  return rows[0];
}

export async function isUploadOf(
  db: Client,
  o: { id: string; purpose: UploadPurpose; accountId: string },
): Promise<boolean> {
  const { rows } = await db.query('select from upload where id = $1 and purpose = $2 and account_id = $3', [
    o.id,
    o.purpose,
    o.accountId,
  ]);
  return rows.length > 0;
}

/** Marks a person's unused upload for this purpose as used. @returns false if it doesn't exist */
export async function markUsed(
  db: Client,
  o: { id: string; purpose: UploadPurpose; personId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update upload set used_at = $4 where id = $1 and purpose = $2 and person_id = $3 and used_at is null`,
    [o.id, o.purpose, o.personId, o.now],
  );
  return rowCount === 1;
}

/** @returns false if it is gone, or used and `onlyUnused` is set */
export async function deleteUpload(db: Client, id: string, o: { onlyUnused: boolean }): Promise<boolean> {
  const { rowCount } = await db.query('delete from upload where id = $1 and (used_at is null or not $2)', [
    id,
    o.onlyUnused,
  ]);
  return rowCount === 1;
}

export async function unusedSince(db: Client, before: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from upload where used_at is null and created_at < $1 order by created_at limit 1000',
    [before],
  );
  return rows.map(({ id }) => id);
}

/** A person's uploads, unused ones first, then the largest; up to the account's limit. */
export async function listOwnUploads(db: Client, personId: string): Promise<OwnUpload[]> {
  const { rows } = await db.query<Omit<OwnUpload, 'uploadedAt'> & { uploadedAt: Date }>(
    `select ${columns}, created_at as "uploadedAt", used_at is not null as "isUsed" from upload where person_id = $1
     order by used_at is not null, size_bytes desc, id limit $2`,
    [personId, uploadQuota.files],
  );
  return rows.map(({ uploadedAt, ...row }) => ({ ...row, uploadedAt: uploadedAt.toISOString() }));
}
