import type { Client } from '../../../database/client.ts';

/** Name, licence and office as a notary's certificate states them. */
export interface CertifiedNotary {
  staffId: string;
  officeId: string;
  officeName: string;
  name: string;
  licenceNo: string;
}

export interface CertificateRow {
  /** Id of the row, to which the encrypted key belongs. */
  id: string;
  keyEncrypted: Buffer;
  chain: Buffer[];
  /** Hex; of the notary's own certificate. */
  sha256: string;
}

/** The newest certificate of a notary with these facts that is valid for longer than until a time. */
export async function findCertificate(
  db: Client,
  o: CertifiedNotary & { until: Date },
): Promise<CertificateRow | undefined> {
  const { rows } = await db.query<CertificateRow & object>(
    `select id, key_encrypted as "keyEncrypted", chain, encode(sha256, 'hex') as sha256 from notary_certificate
     where staff_id = $1 and office_id = $2 and office_name = $3 and name = $4 and licence_no = $5 and valid_until > $6
     order by issued_at desc limit 1`,
    [o.staffId, o.officeId, o.officeName, o.name, o.licenceNo, o.until],
  );
  return rows[0];
}

export async function insertCertificate(
  db: Client,
  o: CertifiedNotary & CertificateRow & { validUntil: Date; now: Date },
): Promise<void> {
  await db.query(
    `insert into notary_certificate (id, staff_id, office_id, office_name, name, licence_no, key_encrypted, chain, sha256,
       valid_until, issued_at) values ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'hex'), $10, $11)`,
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
      o.validUntil,
      o.now,
    ],
  );
}
