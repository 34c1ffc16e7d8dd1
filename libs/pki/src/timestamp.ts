import { type DigestName, digestBytes, digestOf } from './algorithm.ts';
import { checkMathematics, contentTypes, parseSignedData, type SignedData, verifySignedData } from './cms.ts';
import { hexOf, integerOf, oidOf, Parts, parseDer, sameBytes, tags, timeOf } from './der.ts';
import { PkiError } from './error.ts';
import { whyInvalidAt } from './path.ts';
import type { Certificate } from './x509.ts';

/** A TimeStampToken (RFC 3161 §2.4.2), parsed but not verified. */
export interface Timestamp {
  signed: SignedData;
  at: Date;
  policy: string;
  /** Lower-case hex. */
  serial: string;
  imprint: { digest: DigestName; value: Uint8Array };
  /** Ties the token to its request; null when the request had none. */
  nonce: bigint | null;
  /** Subject of the authority's certificate. */
  authority: string;
}

const timeStamping = '1.3.6.1.5.5.7.3.8';

/** Parses a DER TimeStampToken. @throws PkiError ENCODING, UNSUPPORTED, MISMATCH */
export async function parseTimestamp(token: Uint8Array): Promise<Timestamp> {
  const signed = await parseSignedData(token);
  if (signed.contentType !== contentTypes.tstInfo || !signed.content)
    throw new PkiError('UNSUPPORTED', 'not a timestamp token');
  if (signed.timestamp) throw new PkiError('UNSUPPORTED', 'an unsigned attribute in a timestamp token');
  const parts = new Parts(parseDer(signed.content));
  if (integerOf(parts.next()) !== 1n) throw new PkiError('UNSUPPORTED', 'not a version 1 token');
  const policy = oidOf(parts.next());
  const imprint = new Parts(parts.next());
  const digest = digestOf(imprint.next());
  const value = imprint.next(tags.octetString).content;
  imprint.end();
  const serial = integerOf(parts.next());
  const at = timeOf(parts.next(tags.generalizedTime));
  // Accuracy, ordering, tsa and extensions are not needed here, but the signature covers them.
  parts.optional(tags.sequence);
  parts.optional(tags.boolean);
  const nonce = parts.optional(tags.integer);
  parts.optional(0xa0);
  parts.optional(0xa1);
  parts.end();
  return {
    signed,
    at,
    policy,
    serial: serial.toString(16),
    imprint: { digest, value },
    nonce: nonce ? integerOf(nonce) : null,
    authority: signed.signer.subjectText,
  };
}

/**
 * Checks that the token covers this content and is signed with a timestamping certificate valid at the token's time.
 * Does not look for a root. @throws PkiError MISMATCH, SIGNATURE
 */
export async function checkTimestamp(timestamp: Timestamp, content: Uint8Array): Promise<void> {
  const { signed, imprint } = timestamp;
  if (!sameBytes(await digestBytes(imprint.digest, content), imprint.value))
    throw new PkiError('MISMATCH', `the token is over another content (imprint ${hexOf(imprint.value)})`);
  const usage = signed.signer.extendedKeyUsage;
  // RFC 3161 §2.3: extendedKeyUsage is critical and has this purpose only.
  if (!usage?.critical || usage.oids.length !== 1 || usage.oids[0] !== timeStamping)
    throw new PkiError('MISMATCH', `${signed.signer.subjectText} is not a certificate for timestamps`);
  const invalid = whyInvalidAt(signed.signer, timestamp.at);
  if (invalid) throw new PkiError('MISMATCH', invalid);
  await checkMathematics(signed, { content: signed.content ?? new Uint8Array(0), contentType: contentTypes.tstInfo });
}

/** Verifies a token as `checkTimestamp` does, and its path to a root at the token's time. @returns the path. @throws PkiError */
export async function verifyTimestamp(
  timestamp: Timestamp,
  o: { content: Uint8Array; roots: readonly Certificate[]; lenient?: boolean },
): Promise<Certificate[]> {
  await checkTimestamp(timestamp, o.content);
  return verifySignedData(timestamp.signed, {
    content: timestamp.signed.content ?? new Uint8Array(0),
    contentType: contentTypes.tstInfo,
    roots: o.roots,
    at: timestamp.at,
    lenient: o.lenient,
  });
}
