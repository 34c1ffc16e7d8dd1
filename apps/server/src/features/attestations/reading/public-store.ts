import { paths } from '@proofkeep/bundle';
import type { AttestationKind, AttestationState } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { localFence } from '../../evidence/service.ts';

/** Facts of a sealed attestation in the public query. */
export interface SealedRow {
  ano: string;
  kind: AttestationKind;
  state: AttestationState;
  /** Hex. */
  manifestSha256: string | null;
  sealedAt: Date | null;
}

const columns = `a.ano, a.kind, a.state, encode(a.manifest_sha256, 'hex') as "manifestSha256", a.sealed_at as "sealedAt"`;

const hasDigests = `($1::text is null or sha256 = decode($1, 'hex')) and ($2::text is null or sm3 = decode($2, 'hex'))`;

/**
 * Sealed attestations that contain a file with these digests, or the digests alone, earliest seal first, at most 50.
 * `path` is that of the file or of the list of digests.
 */
export async function findSealedByDigest(
  db: Client,
  { sha256, sm3 }: { sha256?: string | undefined; sm3?: string | undefined },
): Promise<(SealedRow & { path: string })[]> {
  const { rows } = await db.query<SealedRow & { path: string }>(
    `select ${columns}, f.path from (
       select ano, path from sealed_file where ${hasDigests}
       union select ano, $3 from attestation_file where path is null and ${hasDigests}) f
     join attestation a on a.ano = f.ano
     where a.state = 'succeeded'
     order by a.sealed_at limit 50`,
    [sha256 ?? null, sm3 ?? null, paths.fileList],
  );
  return rows;
}

/** A sealed attestation of an account: its place in the store and the facts on its proof page. */
export interface SealedPlace extends SealedRow {
  /** Null if it belongs to the installation itself. */
  accountId: string | null;
  fence: string | null;
  certifiedPlace: string | null;
  name: string;
}

/**
 * @param o.isLocalToo whether to include attestations of the installation itself
 * @returns undefined if there is no such attestation or it isn't sealed
 */
export async function findSealed(
  db: Client,
  ano: string,
  { isLocalToo = false }: { isLocalToo?: boolean } = {},
): Promise<SealedPlace | undefined> {
  const { rows } = await db.query<SealedPlace & object>(
    `select ${columns}, a.account_id as "accountId", coalesce(a.fence, ${localFence}) as fence, a.certified_place as "certifiedPlace", a.name
     from attestation a where a.ano = $1 and a.state = 'succeeded' and ($2 or a.account_id is not null)`,
    [ano, isLocalToo],
  );
  return rows[0];
}
