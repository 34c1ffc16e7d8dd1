import type { ListedFile } from '@proofkeep/bundle';
import type { Duplicate } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { EvidenceScope } from '../../../http/policy.ts';
import { inScope } from '../store.ts';
import { assignReceived } from './upload-store.ts';

/** A file or digest of a submission, in the user's order. */
export interface Entry extends ListedFile {
  /** The upload or device file; null for a digest. */
  receivedId: string | null;
  /** Media type of a device file; null for an upload or a digest. */
  mediaType: string | null;
  /** The upload that was added to a digest, and when. */
  addedId: string | null;
  addedAt: Date | null;
}

/** An entry of a new attestation. */
export type NewEntry = Omit<Entry, 'addedId' | 'addedAt'>;

/** Inserts the files or digests of a new attestation, which then owns its uploads. */
export async function insertEntries(db: Client, ano: string, entries: readonly NewEntry[]): Promise<void> {
  await db.query(
    `insert into attestation_file
       (ano, n, name, size_bytes, modified_at, sha256, sm3, declared_sha256, path, received_id, media_type)
     select $1, e.n, e.name, e.size, e.modified, decode(e.sha256, 'hex'), decode(e.sm3, 'hex'),
       decode(e.declared, 'hex'), e.path, e.received, e.media
     from unnest($2::text[], $3::bigint[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::text[])
       with ordinality as e (name, size, modified, sha256, sm3, declared, path, received, media, n)`,
    [
      ano,
      entries.map(({ name }) => name),
      entries.map(({ size }) => size),
      entries.map(({ modifiedAt }) => modifiedAt),
      entries.map(({ sha256 }) => sha256),
      entries.map(({ sm3 }) => sm3),
      entries.map(({ declaredSha256 }) => declaredSha256),
      entries.map(({ path }) => path),
      entries.map(({ receivedId }) => receivedId),
      entries.map(({ mediaType }) => mediaType),
    ],
  );
  const received = entries.flatMap(({ receivedId }) => receivedId ?? []);
  if (received.length > 0) await assignReceived(db, ano, received);
}

/** The files or digests of an attestation, in the user's order; empty for a page. */
export async function findEntries(db: Client, ano: string): Promise<Entry[]> {
  const { rows } = await db.query<Omit<Entry, 'modifiedAt'> & { modifiedAt: Date | null }>(
    `select name, size_bytes::float8 as size, modified_at as "modifiedAt", encode(sha256, 'hex') as sha256,
       encode(sm3, 'hex') as sm3, encode(declared_sha256, 'hex') as "declaredSha256", path, received_id as "receivedId", media_type as "mediaType",
       added_id as "addedId", added_at as "addedAt"
     from attestation_file where ano = $1 order by n`,
    [ano],
  );
  return rows.map(({ modifiedAt, ...entry }) => ({ ...entry, modifiedAt: modifiedAt?.toISOString() ?? null }));
}

/** Adds an upload to a digest that has no file. @returns false if it already has one */
export async function setAdded(
  db: Client,
  ano: string,
  n: number,
  { fileId, now }: { fileId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update attestation_file set added_id = $3, added_at = $4 where ano = $1 and n = $2 and path is null and added_id is null',
    [ano, n, fileId, now],
  );
  if (rowCount === 1) await assignReceived(db, ano, [fileId]);
  return rowCount === 1;
}

/** For each digest, the newest attestation in the scope with that digest. */
export async function findDuplicates(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  sha256: readonly string[],
): Promise<Duplicate[]> {
  const { rows } = await db.query<Omit<Duplicate, 'createdAt'> & { createdAt: Date }>(
    `select distinct on (f.sha256) encode(f.sha256, 'hex') as sha256, a.ano, f.name, a.created_at as "createdAt"
     from unnest($3::text[]) as asked (hex)
     join attestation_file f on f.sha256 = decode(asked.hex, 'hex')
     join attestation a on a.ano = f.ano and ${inScope(1, 2)} and a.state not in ('failed', 'cancelled')
     order by f.sha256, a.created_at desc`,
    [accountId, loginId, sha256],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Submissions that have been waiting or sealing for this many hours. */
export async function findUnsealedFiles(db: Client, hours: number): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation
     where kind in ('files', 'digests', 'device') and state in ('queuing', 'capturing') and changed_at < now() - make_interval(hours => $1)
     order by changed_at limit 1000`,
    [hours],
  );
  return rows.map(({ ano }) => ano);
}

/** Which of these contents are still needed by attestations that are not yet certified and retained. */
export async function findNeeded(db: Client, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select f.received_id as id from attestation_file f join attestation a on a.ano = f.ano
     where f.received_id = any($1) and a.retained_until is null and a.state <> 'cancelled'`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
