import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { sha256Hex } from '@proofkeep/bundle/node';
import { type consoleNotarizationCalls, fieldError, type InputOf, type Language } from '@proofkeep/contract';
import { type Certificate, findPath, fromPem, hasKeyUsage, keyUsageBits, parseCertificate } from '@proofkeep/pki';
import { softwareKey } from '@proofkeep/seal';
import { isNotarys } from '@proofkeep/verify';
import { newId } from '../../../database/ids.ts';
import type { Context } from '../../../http/context.ts';
import { requireProof } from '../../../http/staff-sessions.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { insertCertificate } from './certificate-store.ts';
import { keyPlace } from './certificates.ts';
import { findNotary, findOffice } from './store.ts';

type Calls = typeof consoleNotarizationCalls;

/** Id-kp-documentSigning (RFC 9336). */
const documentSigning = '1.3.6.1.5.5.7.3.36';
const mostCertificates = 5;
const dayMs = 86_400_000;

/**
 * Keeps a certificate of an outside authority for a notary, if a reader of the bundle will accept its signatures.
 * @throws Refusal NOT_FOUND; INPUT_INVALID with the reason beside the field
 */
export async function supplyCertificate(
  { id: officeId, staffId, chain: pem, key: keyPem, passphrase }: InputOf<Calls['supplyCertificate']>,
  context: Context<'operator'>,
): Promise<{ sha256: string; validUntil: string }> {
  const { db, services, now, audit, language } = context;
  await requireProof(context);
  const office = await findOffice(db, officeId);
  const notary = await findNotary(db, staffId);
  if (!office || notary?.officeId !== officeId || !notary.isActive) throw new Refusal('NOT_FOUND');
  const given = certificatesIn(pem, language);
  const [certificate, ...intermediates] = given;
  const { name, licenceNo } = notary;
  const key = privateKeyIn(keyPem, passphrase, language);
  if (!new X509Certificate(certificate.raw).checkPrivateKey(key)) throw unfit('key', 'privateKeyOther', language);
  if (!isForDocuments(certificate)) throw unfit('chain', 'certificateUse', language);
  const path = await findPath({ certificate, intermediates, roots: services.anchors.roots, at: now }).catch(() => {
    throw unfit('chain', 'certificateRoot', language);
  });
  const validUntil = new Date(Math.min(...path.map(({ notAfter }) => notAfter.getTime())));
  if (validUntil.getTime() < now.getTime() + dayMs) throw unfit('chain', 'certificateSoonOver', language);
  if (!isNotarys(certificate, { notary: { name, licenceNo }, office: office.name }))
    throw unfit('chain', 'certificateNames', language);

  const id = await newId(db);
  const sha256 = sha256Hex(certificate.raw);
  const isNew = await insertCertificate(db, {
    id,
    staffId,
    officeId,
    officeName: office.name,
    name,
    licenceNo,
    keyEncrypted: services.vault.encrypt(key.export({ type: 'pkcs8', format: 'pem' }).toString(), keyPlace(id)),
    chain: path.slice(0, -1).map(({ raw }) => Buffer.from(raw)),
    sha256,
    origin: 'supplied',
    validUntil,
    now,
  });
  if (!isNew) throw unfit('chain', 'each once', language);
  audit({ office: officeId, staffId, notary: name, sha256 });
  return { sha256, validUntil: validUntil.toISOString() };
}

const unfit = (field: 'chain' | 'key', rule: Parameters<typeof fieldError>[1], language: Language): Refusal =>
  new Refusal('INPUT_INVALID', { fields: [fieldError(field, rule, language)] });

function certificatesIn(pem: string, language: Language): [Certificate, ...Certificate[]] {
  try {
    const [first, ...more] = fromPem(pem).map(parseCertificate);
    if (first && more.length < mostCertificates) return [first, ...more];
  } catch {
    // Refused below.
  }
  throw unfit('chain', 'certificateChain', language);
}

/** @throws Refusal INPUT_INVALID if the key is unreadable, or of a type that documents are not signed with */
function privateKeyIn(pem: string, passphrase: string, language: Language): KeyObject {
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase !== '' && { passphrase }) });
    if (softwareKey(key).alg !== 'ed25519') return key;
  } catch {
    // Refused below.
  }
  throw unfit('key', 'privateKey', language);
}

/** Verifiers require this extended key usage; the key usage is that of any signature (RFC 5280 §4.2.1.3). */
const isForDocuments = (certificate: Certificate): boolean =>
  !certificate.isCa &&
  (certificate.extendedKeyUsage?.oids.includes(documentSigning) ?? false) &&
  (hasKeyUsage(certificate, keyUsageBits.digitalSignature) || hasKeyUsage(certificate, keyUsageBits.nonRepudiation));
