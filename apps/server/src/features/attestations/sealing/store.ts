import type { Manifest } from '@proofkeep/bundle';
import { type AttestationState, type ProofRung, proofRungs, type Said } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import { type Lease } from '../../evidence/service.ts';
import { reach } from '../custody.ts';

/** What sealing asks of an attestation's row. */
export interface SealingRow {
  state: AttestationState;
  rung: ProofRung | null;
  /** `0` on the command line, which captures without a lease. */
  fence: string;
  certifiedPlace: string | null;
  retainedUntil: Date | null;
}

const columns = `state, rung, coalesce(fence, 0)::text as fence, certified_place as "certifiedPlace",
  retained_until as "retainedUntil"`;

export async function sealingRow(db: Client, ano: string): Promise<SealingRow | undefined> {
  return (await db.query<SealingRow & object>(`select ${columns} from attestation where ano = $1`, [ano])).rows[0];
}

/** As above; nobody else changes it until the transaction ends. */
export async function lockSealing(db: Client, ano: string): Promise<SealingRow | undefined> {
  const sql = `select ${columns} from attestation where ano = $1 for update`;
  return (await db.query<SealingRow & object>(sql, [ano])).rows[0];
}

/** Reaches a rung, once, and only while the attestation is under that lease and not given up. */
export async function climb(
  database: Database,
  { ano, fence }: Lease,
  rung: ProofRung,
  said: readonly Said[] = [],
): Promise<void> {
  await database.transaction(async (db) => {
    const row = await lockSealing(db, ano);
    if (row?.fence !== fence || ['queuing', 'failed', 'cancelled'].includes(row.state)) return;
    if (row.rung && proofRungs.indexOf(row.rung) >= proofRungs.indexOf(rung)) return;
    await reach(db, ano, rung, 'service', said);
  });
}

/** What is found and shown of a sealed attestation without opening its files. */
export async function recordSeal(
  db: Client,
  manifest: Manifest,
  o: { manifestSha256: string; title: string; isComplete: boolean },
): Promise<void> {
  const { ano, objects } = manifest;
  const sizeBytes = objects.reduce((sum, { size }) => sum + size, 0);
  await db.query(
    `update attestation set title = $2, is_complete = $3, size_bytes = $4, manifest_sha256 = decode($5, 'hex'),
       sealed_at = now() where ano = $1`,
    // PostgreSQL's text holds any character but this one.
    [ano, o.title.replaceAll('\0', ''), o.isComplete, sizeBytes, o.manifestSha256],
  );
  await db.query(
    `insert into sealed_file (ano, path, sha256, sm3)
     select $1, f.path, decode(f.sha256, 'hex'), decode(f.sm3, 'hex')
     from unnest($2::text[], $3::text[], $4::text[]) as f (path, sha256, sm3)`,
    [ano, objects.map(({ path }) => path), objects.map(({ sha256 }) => sha256), objects.map(({ sm3 }) => sm3)],
  );
}

/** Which certificate is the one. */
/** The event that leads there is the name of the rung, too: the custody record tells it once. */
export async function recordCertificate(db: Client, ano: string, certifiedPlace: string): Promise<void> {
  const sql = `update attestation set certified_place = $2, rung = 'certified' where ano = $1`;
  await db.query(sql, [ano, certifiedPlace]);
}

export async function recordRetention(db: Client, ano: string, until: Date): Promise<void> {
  await db.query('update attestation set retained_until = $2 where ano = $1', [ano, until]);
}

export interface CertifiedRow {
  ano: string;
  certifiedPlace: string;
  /** Hex. */
  manifestSha256: string;
  fence: string;
  /** Null while, or where, that was not said. */
  retainedUntil: Date | null;
}

/** Those with a certificate, in the order of their numbers. */
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

/** Of those numbers the ones that there are. */
export async function placesOf(db: Client, anos: string[]): Promise<PlaceRow[]> {
  const sql = 'select ano, certified_place as "certifiedPlace" from attestation where ano = any ($1)';
  return (await db.query<PlaceRow & object>(sql, [anos])).rows;
}

/**
 * Does some work while nobody else does it for the same attestation. Whoever comes second waits; the right ends with the
 * connection, so that what is done has to stay right should it break on the way.
 */
export async function alone<T>(database: Database, ano: string, work: () => Promise<T>): Promise<T> {
  return database.withClient(async (client) => {
    const lock = `(hashtextextended('certify:' || $1, 0))`;
    await client.query(`select pg_advisory_lock${lock}`, [ano]);
    try {
      return await work();
    } finally {
      // A connection that broke has given it back already.
      await client.query(`select pg_advisory_unlock${lock}`, [ano]).catch(() => {});
    }
  });
}

/** Of the command line: under way in another process, or left by one that died. The oldest first. */
export async function ownLeft(db: Client, states: AttestationState[]): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation
     where account_id is null and state = any ($1) and retained_until is null order by created_at`,
    [states],
  );
  return rows.map(({ ano }) => ano);
}

/** Of the command line: failed within the last hour, which is longer than any capture goes on. */
export async function ownRecentlyFailed(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation
     where account_id is null and state = 'failed' and changed_at > now() - interval '1 hour'`,
  );
  return rows.map(({ ano }) => ano);
}
