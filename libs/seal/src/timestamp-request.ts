import { booleanOf, childrenOf, type Der, integerOf, Parts, PkiError, parseDer, tags } from '@proofkeep/pki';
import { boolean, integer, octets, sequence } from './der.ts';
import { SealError } from './error.ts';
import { oids } from './oids.ts';

/** Digest algorithms that can be timestamped; both give 32 bytes. */
export type ImprintHash = 'sha256' | 'sm3';

const algorithms: Record<ImprintHash, Uint8Array> = { sha256: oids.sha256, sm3: oids.sm3 };

/** Encodes a DER MessageImprint. @throws SealError `IMPRINT_INVALID` for a digest of another length */
export function messageImprint(hash: ImprintHash, digest: Uint8Array): Uint8Array {
  if (digest.length !== 32)
    throw new SealError('IMPRINT_INVALID', `a ${hash} digest has 32 bytes, not ${digest.length}`);
  return sequence(sequence(algorithms[hash]), octets(digest));
}

/** Encodes a DER TimeStampReq (RFC 3161 §2.4.1) with certReq. */
export const timestampRequest = (imprint: Uint8Array, nonce: Uint8Array): Uint8Array =>
  sequence(integer(1), imprint, integer(nonce), boolean(true));

/** A parsed request. Fields keep their encoding, because the token repeats them unchanged. */
export interface ReadRequest {
  readonly imprint: Uint8Array;
  readonly policy?: Uint8Array;
  readonly nonce?: Uint8Array;
  readonly wantsChain: boolean;
}

/** PKIFailureInfo of RFC 3161 §2.4.2: name and bit. */
export const failureBits = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
} as const;
/** Reason why a request is rejected: a name of `failureBits`. */
export type RequestFailure = keyof typeof failureBits;

/** Parses a DER TimeStampReq. @returns the failure to report if it cannot be granted */
export function readRequest(der: Uint8Array): ReadRequest | RequestFailure {
  try {
    return readFields(new Parts(parseDer(der, tags.sequence)));
  } catch (error) {
    if (error instanceof PkiError) return 'badDataFormat';
    throw error;
  }
}

function readFields(fields: Parts): ReadRequest | RequestFailure {
  const version = fields.next(tags.integer);
  const imprint = fields.next(tags.sequence);
  if (integerOf(version) !== 1n) return 'badRequest';
  // Optional fields in a fixed order.
  const policy = fields.optional(tags.oid);
  const nonce = fields.optional(tags.integer);
  const certReq = fields.optional(tags.boolean);
  if (fields.optional(0xa0)) return 'unacceptedExtension';
  fields.end();
  return (
    imprintFailure(imprint) ?? {
      imprint: imprint.raw,
      policy: policy?.raw,
      nonce: nonce?.raw,
      wantsChain: certReq !== undefined && booleanOf(certReq),
    }
  );
}

function imprintFailure(imprint: Der): RequestFailure | undefined {
  const parts = new Parts(imprint);
  const [type, parameters] = childrenOf(parts.next(tags.sequence));
  const digest = parts.next(tags.octetString);
  const isKnown = Object.values(algorithms).some((known) => Buffer.compare(known, type?.raw ?? digest.raw) === 0);
  if (!isKnown || (parameters && parameters.raw.length !== 2)) return 'badAlg';
  return digest.content.length === 32 ? undefined : 'badDataFormat';
}
