import { bitsOf, childrenOf, type Der, integerOf, Parts, parseDer, sameBytes, tags, timeOf } from './der.ts';
import { PkiError } from './error.ts';
import { extensionsIn } from './extensions.ts';
import { type Certificate, checkIssued, hasKeyUsage, keyUsageBits } from './x509.ts';

/** A complete CRL (RFC 5280 §5), read and not yet believed. */
export interface Crl {
  issuer: Uint8Array;
  thisUpdate: Date;
  nextUpdate: Date;
  revoked: ReadonlyMap<bigint, Date>;
  tbs: Uint8Array;
  signatureAlgorithm: Der;
  signature: Uint8Array;
}

/** Those that complete CRLs of one issuer carry, authority key identifier and CRL number, are not critical (RFC 5280 §5.2). */
const understood: ReadonlySet<string> = new Set();

/** @throws PkiError ENCODING, UNSUPPORTED for a critical extension of the list or of an entry, delta CRLs among them */
export function parseCrl(bytes: Uint8Array): Crl {
  const outer = new Parts(parseDer(bytes, tags.sequence));
  const tbs = outer.next(tags.sequence);
  const signatureAlgorithm = outer.next(tags.sequence);
  const signature = bitsOf(outer.next());
  outer.end();

  const parts = new Parts(tbs);
  const version = parts.optional(tags.integer);
  if (!version || integerOf(version) !== 1n) throw new PkiError('UNSUPPORTED', 'not a v2 CRL');
  if (!sameBytes(parts.next(tags.sequence).raw, signatureAlgorithm.raw))
    throw new PkiError('MISMATCH', 'two signature algorithms');
  const issuer = parts.next(tags.sequence).raw;
  const thisUpdate = timeOf(parts.next());
  const nextUpdate = timeOf(parts.next());
  const list = parts.optional(tags.sequence);
  const extensions = parts.optional(0xa0);
  parts.end();
  if (extensions) extensionsIn(parseDer(extensions.content, tags.sequence), understood);
  const revoked = new Map<bigint, Date>();
  for (const entry of list ? childrenOf(list) : []) {
    const fields = new Parts(entry);
    revoked.set(integerOf(fields.next()), timeOf(fields.next()));
    const more = fields.optional(tags.sequence);
    fields.end();
    if (more) extensionsIn(more, understood);
  }
  return { issuer, thisUpdate, nextUpdate, revoked, tbs: tbs.raw, signatureAlgorithm, signature };
}

/** Whether the CRL is the issuer's own. @throws PkiError MISMATCH, SIGNATURE */
export async function checkCrl(crl: Crl, issuer: Certificate): Promise<void> {
  if (!sameBytes(crl.issuer, issuer.subject))
    throw new PkiError('MISMATCH', `it is not a CRL of ${issuer.subjectText}`);
  if (!hasKeyUsage(issuer, keyUsageBits.cRLSign))
    throw new PkiError('MISMATCH', `${issuer.subjectText} may not sign CRLs`);
  await checkIssued(crl, issuer);
}
