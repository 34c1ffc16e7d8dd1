import type { Client } from '../../database/client.ts';

export interface BundleRow {
  fileKey: string;
  /** Hex. */
  manifestSha256: string;
  sizeBytes: number;
  madeAt: Date;
}

export async function findBundle(db: Client, matterId: string): Promise<BundleRow | undefined> {
  const { rows } = await db.query<BundleRow & object>(
    `select file_key as "fileKey", encode(manifest_sha256, 'hex') as "manifestSha256", size_bytes::float8 as "sizeBytes",
       made_at as "madeAt" from deed_bundle where matter_id = $1`,
    [matterId],
  );
  return rows[0];
}

/** Matters that were issued before a given time and have no bundle. */
export async function findUnbundled(db: Client, before: Date): Promise<{ id: string; no: string; issuedAt: Date }[]> {
  const { rows } = await db.query<{ id: string; no: string; issuedAt: Date }>(
    `select m.id, m.no, m.ended_at as "issuedAt" from matter m where m.state = 'issued' and m.ended_at < $1
       and not exists (select from deed_bundle b where b.matter_id = m.id) order by m.ended_at`,
    [before],
  );
  return rows;
}

/**
 * Matters that may have unreferenced bundle files: those without a bundle yet, and those that got one since a given
 * time.
 */
export async function findRecentlyBundled(db: Client, since: Date): Promise<{ id: string; fileKey: string | null }[]> {
  const { rows } = await db.query<{ id: string; fileKey: string | null }>(
    `select m.id, b.file_key as "fileKey" from matter m left join deed_bundle b on b.matter_id = m.id
     where m.state = 'issued' and (b.made_at is null or b.made_at >= $1)`,
    [since],
  );
  return rows;
}

/** @returns false if another attempt was first */
export async function insertBundle(db: Client, matterId: string, o: BundleRow): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into deed_bundle (matter_id, file_key, manifest_sha256, size_bytes, made_at)
     values ($1, $2, decode($3, 'hex'), $4, $5) on conflict do nothing`,
    [matterId, o.fileKey, o.manifestSha256, o.sizeBytes, o.madeAt],
  );
  return rowCount === 1;
}
