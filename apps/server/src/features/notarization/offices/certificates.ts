import { createPrivateKey } from 'node:crypto';
import { sha256Hex } from '@proofkeep/bundle/node';
import { type CertifiedKey, type Crls, softwareKey } from '@proofkeep/seal';
import type { Client } from '../../../database/client.ts';
import { newId } from '../../../database/ids.ts';
import type { Services } from '../../../http/services.ts';
import { crlUrlOf } from '../../../http/trust.ts';
import { Refusal } from '../../../kit/refusal.ts';
import {
  type CertificateRow,
  type CertifiedNotary,
  findCertificate,
  findRevoked,
  insertCertificate,
  lockUnrevoked,
} from './certificate-store.ts';
import { findNotary, findOffice } from './store.ts';

type Deps = Pick<Services, 'vault' | 'documentSigner' | 'publicUrl'>;

/** A notary's signing key, and the facts about it for the journal. */
export interface NotarySigner {
  key: CertifiedKey;
  notary: { name: string; licenceNo: string; certificateSha256: string };
}

const dayMs = 86_400_000;
export const keyPlace = (id: string): string => `notary_certificate/${id}`;

/**
 * The key and X.509 certificate with which a notary signs deeds. The installation's authority issues one to each
 * notary, and a new one after a change of name, licence or office or a revocation. The newest certificate is used,
 * whether issued or supplied. The caller has verified the notary's second factor.
 * @throws Refusal NOT_FOUND without an office, or if the notary was disabled
 */
export async function notarySigner(db: Client, deps: Deps, staffId: string, now: Date): Promise<NotarySigner> {
  const found = await findNotary(db, staffId);
  const office = found && (await findOffice(db, found.officeId));
  if (!found?.isActive || !office) throw new Refusal('NOT_FOUND');
  const { name, licenceNo } = found;
  const facts = { staffId, officeId: office.id, officeName: office.name, name, licenceNo };
  const until = new Date(now.getTime() + dayMs);
  const row = (await findCertificate(db, { ...facts, until })) ?? (await issueCertificate(db, deps, facts, now));
  const privateKey = createPrivateKey(deps.vault.decrypt(row.keyEncrypted, keyPlace(row.id)));
  const key = { key: softwareKey(privateKey), chain: row.chain };
  return { key, notary: { name, licenceNo, certificateSha256: row.sha256 } };
}

/** Two concurrent calls may issue two certificates; both are valid. */
async function issueCertificate(
  db: Client,
  { vault, documentSigner, publicUrl }: Deps,
  facts: CertifiedNotary,
  now: Date,
): Promise<CertificateRow> {
  const { name, licenceNo, officeName } = facts;
  const unit = `执业证号 ${licenceNo}`;
  const { privateKeyPem, chain, notAfter } = await documentSigner.certifyPerson({
    name,
    unit,
    organization: officeName,
    crl: crlUrlOf(publicUrl),
  });
  const id = await newId(db);
  const row = {
    id,
    keyEncrypted: vault.encrypt(privateKeyPem, keyPlace(id)),
    chain: chain.map((one) => Buffer.from(one)),
    sha256: sha256Hex(chain[0] ?? new Uint8Array()),
  };
  await insertCertificate(db, { ...facts, ...row, origin: 'issued', validUntil: notAfter, now });
  return row;
}

/** Called in the transaction that issues a deed, so that its signature precedes any revocation. @throws Refusal STATE_FORBIDS */
export async function requireUnrevoked(db: Client, { notary }: Pick<NotarySigner, 'notary'>): Promise<void> {
  if (!(await lockUnrevoked(db, notary.certificateSha256))) throw new Refusal('STATE_FORBIDS');
}

/**
 * Current revocation lists of the installation's authority. Revoked notary certificates come from the database, which
 * is authoritative.
 */
export async function currentLists(
  db: Client,
  signer: Pick<Services['documentSigner'], 'crls' | 'revoke'>,
): Promise<Crls> {
  await signer.revoke(await findRevoked(db));
  return signer.crls();
}
