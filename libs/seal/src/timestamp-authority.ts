import { hash } from 'node:crypto';
import { cmsSigner, type TokenSource } from './cms.ts';
import { generalizedTime, integer, octets, oid, sequence } from './der.ts';
import { SealError } from './error.ts';
import type { CertifiedKey } from './keys.ts';
import { oids } from './oids.ts';
import { randomSerial } from './x509.ts';

/** Digest algorithms the authority stamps; both give 32 bytes. */
export type ImprintHash = 'sha256' | 'sm3';

export interface TokenOptions {
  /** Default SHA-256. */
  readonly hash?: ImprintHash;
  /** DER INTEGER of the request, given back unchanged. */
  readonly nonce?: Uint8Array;
  /** Put the chain into the token; default true. */
  readonly withChain?: boolean;
}

export interface TimestampAuthority {
  /** DER TimeStampToken (RFC 3161 §2.4.2) over a 32-byte digest. Throws `IMPRINT_INVALID` for another length. */
  token(imprint: Uint8Array, options?: TokenOptions): Promise<Uint8Array>;
}

/** The policy under which tokens are issued: no promise but that of the certificate. An OID from a UUID (X.667), so nobody else's. */
export const tokenPolicy = '2.25.185232598399357208083387967077712619801';

const encodedPolicy = oid(tokenPolicy);
const oneSecond = sequence(integer(1));
const imprintAlgorithms: Record<ImprintHash, Uint8Array> = {
  sha256: sequence(oids.sha256),
  sm3: sequence(oids.sm3),
};

/** An RFC 3161 authority on the given key; `clock` says the time of each token. */
export function timestampAuthority(tsa: CertifiedKey, clock: () => Date = () => new Date()): TimestampAuthority {
  const signer = cmsSigner(tsa);
  return {
    async token(imprint, { hash: algorithm = 'sha256', nonce, withChain } = {}) {
      if (imprint.length !== 32) throw new SealError('IMPRINT_INVALID', `a ${algorithm} digest has 32 bytes`);
      const content = sequence(
        integer(1),
        encodedPolicy,
        sequence(imprintAlgorithms[algorithm], octets(imprint)),
        integer(randomSerial()),
        generalizedTime(clock()),
        oneSecond,
        ...(nonce ? [nonce] : []),
      );
      return signer.sign({ contentType: oids.tstInfo, digest: hash('sha256', content, 'buffer'), content, withChain });
    },
  };
}

/** The authority as a source of signature timestamps. */
export const tokenSource =
  (authority: TimestampAuthority): TokenSource =>
  (sha256) =>
    authority.token(sha256);
