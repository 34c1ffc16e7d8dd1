import type { NotarizableAttestation, VerifiedEvidence } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage, type Page } from '../../database/listing.ts';
import type { EvidenceScope } from '../../http/policy.ts';

/** Replaces the references of a matter: attestations by number and uploads by code. */
export async function replaceReferences(
  db: Client,
  o: { matterId: string; evidence: readonly string[]; materials: readonly { code: string; fileId: string }[] },
): Promise<void> {
  await db.query('delete from matter_evidence where matter_id = $1', [o.matterId]);
  await db.query(
    'insert into matter_evidence (matter_id, ano, place) select $1, ano, place from unnest($2::text[]) with ordinality as e (ano, place)',
    [o.matterId, o.evidence],
  );
  await db.query('delete from matter_material where matter_id = $1', [o.matterId]);
  await db.query(
    `insert into matter_material (matter_id, upload_id, code, place)
     select $1, file, code, place from unnest($2::uuid[], $3::text[]) with ordinality as e (file, code, place)`,
    [o.matterId, o.materials.map(({ fileId }) => fileId), o.materials.map(({ code }) => code)],
  );
}

export async function findMaterials(db: Client, matterId: string): Promise<{ code: string; fileId: string }[]> {
  const { rows } = await db.query<{ code: string; fileId: string }>(
    'select code, upload_id as "fileId" from matter_material where matter_id = $1 order by place',
    [matterId],
  );
  return rows;
}

export interface EvidenceRow extends NotarizableAttestation {
  /** Result of the newest verification; null if not verified since submission. */
  verification: VerifiedEvidence | null;
  /** Hex; null before the attestation is sealed. */
  manifestSha256: string | null;
}

export async function findEvidence(db: Client, matterId: string): Promise<EvidenceRow[]> {
  const { rows } = await db.query<Omit<EvidenceRow, 'createdAt'> & { createdAt: Date }>(
    `select a.ano, coalesce(nullif(a.name, ''), nullif(a.title, ''), a.url) as name, a.state, a.created_at as "createdAt",
       e.verification, encode(a.manifest_sha256, 'hex') as "manifestSha256"
     from matter_evidence e join attestation a on a.ano = e.ano where e.matter_id = $1 order by e.place`,
    [matterId],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Stores the newest verification result of an attestation for a matter. */
export async function setVerification(db: Client, matterId: string, verified: VerifiedEvidence): Promise<void> {
  await db.query('update matter_evidence set verification = $3 where matter_id = $1 and ano = $2', [
    matterId,
    verified.ano,
    JSON.stringify(verified),
  ]);
}

/** Attestations used by submitted matters, with their matter. */
export async function listUsedEvidence(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  page: Page,
): Promise<{ rows: (NotarizableAttestation & { matterId: string; matterNo: string })[]; total: number }> {
  const conditions = new Conditions()
    .add('m.account_id = $', accountId)
    .add('m.login_id = $', loginId ?? undefined)
    .add('a.login_id = $', loginId ?? undefined);
  const { rows, total } = await listPage<
    Omit<NotarizableAttestation, 'createdAt'> & { createdAt: Date; matterId: string; matterNo: string }
  >(
    db,
    {
      columns: `a.ano, coalesce(nullif(a.name, ''), nullif(a.title, ''), a.url) as name, a.state, a.created_at as "createdAt",
        m.id as "matterId", m.no as "matterNo"`,
      from: 'matter_evidence e join matter m on m.id = e.matter_id join attestation a on a.ano = e.ano',
      where: `${conditions}`,
      by: 'm.changed_at desc, e.place',
      values: conditions.values,
    },
    page,
  );
  return { rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), total };
}
