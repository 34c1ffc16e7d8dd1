import { type CrlScope, scopeIn } from './crl-scope.ts';
import {
  bitsOf,
  childrenOf,
  type Der,
  enumeratedOf,
  integerOf,
  Parts,
  parseDer,
  sameBytes,
  tags,
  timeOf,
} from './der.ts';
import { PkiError } from './error.ts';
import { extensionsIn } from './extensions.ts';
import { type Certificate, checkIssued, hasKeyUsage, keyUsageBits } from './x509.ts';

/** One entry of a CRL (RFC 5280 §5.3). */
export interface Revocation {
  serial: bigint;
  at: Date;
  /** CRLReason (RFC 5280 §5.3.1); null where the entry gives none. */
  reason: number | null;
  /** DER of the entry. */
  raw: Uint8Array;
}

/** A complete CRL (RFC 5280 §5), parsed but not verified. */
export interface Crl {
  issuer: Uint8Array;
  thisUpdate: Date;
  nextUpdate: Date;
  /** CRL number (RFC 5280 §5.2.3); null if absent. */
  number: bigint | null;
  /** Null: it covers every certificate of its issuer. */
  scope: CrlScope | null;
  /** Empty in an indirect CRL, whose entries may be about other issuers' certificates. */
  revoked: readonly Revocation[];
  tbs: Uint8Array;
  signatureAlgorithm: Der;
  signature: Uint8Array;
}

const oids = { crlNumber: '2.5.29.20', reasonCode: '2.5.29.21', issuingDistributionPoint: '2.5.29.28' } as const;
/** Authority key identifier and CRL number are not critical (RFC 5280 §5.2). */
const understood: ReadonlySet<string> = new Set([oids.issuingDistributionPoint]);
const understoodInEntry: ReadonlySet<string> = new Set();

/** Parses a DER CRL. @throws PkiError ENCODING; UNSUPPORTED for a critical extension of the CRL or an entry, as in delta CRLs */
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
  const found = extensions && extensionsIn(parseDer(extensions.content, tags.sequence), understood);
  const number = found?.get(oids.crlNumber);
  const point = found?.get(oids.issuingDistributionPoint);
  const scope = point ? scopeIn(point.value) : null;
  return {
    issuer,
    thisUpdate,
    nextUpdate,
    number: number ? integerOf(number.value) : null,
    scope,
    revoked: list && !scope?.isIndirect ? childrenOf(list).map(readEntry) : [],
    tbs: tbs.raw,
    signatureAlgorithm,
    signature,
  };
}

function readEntry(entry: Der): Revocation {
  const fields = new Parts(entry);
  const serial = integerOf(fields.next());
  const at = timeOf(fields.next());
  const extensions = fields.optional(tags.sequence);
  fields.end();
  const reason = extensions && extensionsIn(extensions, understoodInEntry).get(oids.reasonCode);
  return { serial, at, reason: reason ? enumeratedOf(reason.value) : null, raw: entry.raw };
}

/** Checks that `issuer` issued and signed the CRL. @throws PkiError MISMATCH, SIGNATURE */
export async function checkCrl(crl: Crl, issuer: Certificate): Promise<void> {
  if (!sameBytes(crl.issuer, issuer.subject))
    throw new PkiError('MISMATCH', `it is not a CRL of ${issuer.subjectText}`);
  if (!hasKeyUsage(issuer, keyUsageBits.cRLSign))
    throw new PkiError('MISMATCH', `${issuer.subjectText} may not sign CRLs`);
  await checkIssued(crl, issuer);
}
