import type { CertificateRevocationReason, NotaryCertificate } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

/** Name, licence and office as stated in a notary's certificate. */
export interface CertifiedNotary {
  staffId: string;
  officeId: string;
  officeName: string;
  name: string;
  licenceNo: string;
}

export interface CertificateRow {
  /** Id of the row; the encrypted key is bound to it. */
  id: string;
  keyEncrypted: Buffer;
  chain: Buffer[];
  /** Hex digest of the notary's own X.509 certificate. */
  sha256: string;
}

/** The newest certificate of a notary with these facts that is not revoked and still valid at a given time. */
export async function findCertificate(
  db: Client,
  o: CertifiedNotary & { until: Date },
): Promise<CertificateRow | undefined> {
  const { rows } = await db.query<CertificateRow & object>(
    `select id, key_encrypted as "keyEncrypted", chain, encode(sha256, 'hex') as sha256 from notary_certificate
     where staff_id = $1 and office_id = $2 and office_name = $3 and name = $4 and licence_no = $5 and valid_until > $6
       and revoked_at is null
     order by issued_at desc, id desc limit 1`,
    [o.staffId, o.officeId, o.officeName, o.name, o.licenceNo, o.until],
  );
  return rows[0];
}

/** @returns false if the certificate is there already */
export async function insertCertificate(
  db: Client,
  o: CertifiedNotary & CertificateRow & { origin: NotaryCertificate['origin']; validUntil: Date; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into notary_certificate (id, staff_id, office_id, office_name, name, licence_no, key_encrypted, chain, sha256,
       origin, valid_until, issued_at) values ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'hex'), $10, $11, $12)
     on conflict (sha256) do nothing`,
    [
      o.id,
      o.staffId,
      o.officeId,
      o.officeName,
      o.name,
      o.licenceNo,
      o.keyEncrypted,
      o.chain,
      o.sha256,
      o.origin,
      o.validUntil,
      o.now,
    ],
  );
  return rowCount === 1;
}

interface ListedRow extends Omit<NotaryCertificate, 'issuedAt' | 'validUntil' | 'revocation'>, Record<string, unknown> {
  issuedAt: Date;
  validUntil: Date;
  revokedAt: Date | null;
  reason: CertificateRevocationReason | null;
}

/** Certificates that notaries got for an office; current is the one by which `findCertificate` lets them sign. */
export async function listCertificates(db: Client, officeId: string, until: Date): Promise<NotaryCertificate[]> {
  const { rows } = await db.query<ListedRow>(
    `select c.id, c.staff_id as "staffId", c.name, c.licence_no as "licenceNo", c.office_name as "officeName",
       encode(c.sha256, 'hex') as sha256, c.origin, c.issued_at as "issuedAt", c.valid_until as "validUntil",
       c.revoked_at as "revokedAt", c.revocation_reason as reason,
       c.id is not distinct from (
         select d.id from notary_certificate d join office_notary n on n.staff_id = d.staff_id and n.office_id = d.office_id
           join staff s on s.id = d.staff_id join notary_office o on o.id = d.office_id
         where d.staff_id = c.staff_id and d.office_id = c.office_id and d.office_name = o.name and d.name = s.name
           and d.licence_no = n.licence_no and d.valid_until > $2 and d.revoked_at is null and s.disabled_at is null
         order by d.issued_at desc, d.id desc limit 1) as "isCurrent"
     from notary_certificate c where c.office_id = $1 order by c.issued_at desc, c.id desc`,
    [officeId, until],
  );
  return rows.map(({ issuedAt, validUntil, revokedAt, reason, ...row }) => ({
    ...row,
    issuedAt: issuedAt.toISOString(),
    validUntil: validUntil.toISOString(),
    revocation: revokedAt && reason ? { at: revokedAt.toISOString(), reason } : null,
  }));
}

/**
 * Revokes a certificate, after the commit of an issue that signs with it. A retired one may turn out compromised: then only its reason
 * changes. No signature of the key has a timestamp after `revoked_at`, so that is the time at which the row is written.
 * @returns the outcome, and the notary's name
 */
export async function updateRevocation(
  db: Client,
  o: { id: string; officeId: string; reason: CertificateRevocationReason; now: Date },
): Promise<{ outcome: 'revoked' | 'missing' | 'was-revoked'; name: string }> {
  const { rows } = await db.query<{ name: string; reason: CertificateRevocationReason | null }>(
    `select name, revocation_reason as reason from notary_certificate where id = $1 and office_id = $2 for update`,
    [o.id, o.officeId],
  );
  const [row] = rows;
  if (!row) return { outcome: 'missing', name: '' };
  const isWorse = o.reason === 'key-compromise' && row.reason !== 'key-compromise';
  if (row.reason !== null && !isWorse) return { outcome: 'was-revoked', name: row.name };
  await db.query(
    `update notary_certificate set revoked_at = coalesce(revoked_at, greatest($2, clock_timestamp())), revocation_reason = $3
     where id = $1`,
    [o.id, o.now, o.reason],
  );
  return { outcome: 'revoked', name: row.name };
}

/** Keeps a certificate from being revoked until the transaction ends. @returns false if it is revoked already */
export async function lockUnrevoked(db: Client, sha256: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from notary_certificate where sha256 = decode($1, 'hex') and revoked_at is null for share`,
    [sha256],
  );
  return rowCount === 1;
}

/** Revoked certificates of the installation's own authority: its list names them. */
export async function findRevoked(
  db: Client,
): Promise<{ certificate: Buffer; at: Date; reason: CertificateRevocationReason }[]> {
  const { rows } = await db.query<{ certificate: Buffer; at: Date; reason: CertificateRevocationReason }>(
    `select chain[1] as certificate, revoked_at as at, revocation_reason as reason from notary_certificate
     where revoked_at is not null and origin = 'issued' order by revoked_at, id`,
  );
  return rows;
}
