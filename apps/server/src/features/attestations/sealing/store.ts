import type { Manifest } from '@proofkeep/bundle';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import type { Lease } from '../../evidence/service.ts';

/** Stores the digests of a sealed attestation's files for the public query. */
export async function insertSealedFiles(db: Client, { ano, objects }: Manifest): Promise<void> {
  await db.query(
    `insert into sealed_file (ano, path, sha256, sm3)
     select $1, f.path, decode(f.sha256, 'hex'), decode(f.sm3, 'hex')
     from unnest($2::text[], $3::text[], $4::text[]) as f (path, sha256, sm3)`,
    [ano, objects.map(({ path }) => path), objects.map(({ sha256 }) => sha256), objects.map(({ sm3 }) => sm3)],
  );
}

export interface CertifiedRow {
  ano: string;
  certifiedPlace: string;
  /** Hex. */
  manifestSha256: string;
  fence: string;
  /** Null until the evidence is retained. */
  retainedUntil: Date | null;
}

/** Certified attestations with a higher number, in order of their numbers. */
export async function certifiedAfter(db: Client, ano: string, limit: number): Promise<CertifiedRow[]> {
  const { rows } = await db.query<CertifiedRow & object>(
    `select ano, certified_place as "certifiedPlace", encode(manifest_sha256, 'hex') as "manifestSha256",
       coalesce(fence, 0)::text as fence, retained_until as "retainedUntil"
     from attestation where certified_place is not null and ano > $1 order by ano limit $2`,
    [ano, limit],
  );
  return rows;
}

export interface PlaceRow {
  ano: string;
  certifiedPlace: string | null;
}

/** The given attestations that exist. */
export async function findPlaces(db: Client, anos: string[]): Promise<PlaceRow[]> {
  const sql = 'select ano, certified_place as "certifiedPlace" from attestation where ano = any ($1)';
  return (await db.query<PlaceRow & object>(sql, [anos])).rows;
}

/** Previews that the holder did not answer in time. */
export async function findExpiredPreviews(db: Client, days: number): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation where state = 'preview' and changed_at < now() - make_interval(days => $1) limit 1000`,
    [days],
  );
  return rows.map(({ ano }) => ano);
}

/** Leases that were delivered and are still unsealed after this many hours. */
export async function findUnsealed(db: Client, hours: number): Promise<Lease[]> {
  const { rows } = await db.query<{ ano: string; fence: string }>(
    `select a.ano, a.fence from attestation a join delivery d on d.fence = a.fence
     where a.state = 'capturing' and a.leased_until is null and d.delivered_at < now() - make_interval(hours => $1)
     order by d.delivered_at limit 1000`,
    [hours],
  );
  return rows;
}

/**
 * Attestations that are logged but not certified, or certified but not retained, after this many hours. Omits
 * attestations of the command line, which `cli/local/recovery.ts` finishes.
 */
export async function findUncertified(db: Client, hours: number): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation
     where (state = 'sealing' or state = 'succeeded' and retained_until is null) and account_id is not null
       and changed_at < now() - make_interval(hours => $1)
     order by changed_at limit 1000`,
    [hours],
  );
  return rows.map(({ ano }) => ano);
}

/** Records the result of a check of the store for the console. */
export async function insertStoreCheck(
  db: Client,
  { attestations, files, problems }: { attestations: number; files: number; problems: number },
): Promise<void> {
  await db.query('insert into store_check (attestations, files, problems) values ($1, $2, $3)', [
    attestations,
    files,
    problems,
  ]);
}

/**
 * Runs `work` under an advisory lock on the attestation's certification; others wait. The lock ends with its
 * connection, so `work` must stay correct if the connection breaks midway.
 */
export async function withCertifyLock<T>(database: Database, ano: string, work: () => Promise<T>): Promise<T> {
  return database.withClient(async (client) => {
    const lock = `(hashtextextended('certify:' || $1, 0))`;
    await client.query(`select pg_advisory_lock${lock}`, [ano]);
    try {
      return await work();
    } finally {
      // A broken connection has already released the lock.
      await client.query(`select pg_advisory_unlock${lock}`, [ano]).catch(() => {});
    }
  });
}
