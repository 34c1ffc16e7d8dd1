import { hash } from 'node:crypto';
import { cmsSigner, type TokenSource } from './cms.ts';
import { generalizedTime, integer, namedBits, oid, sequence, utf8 } from './der.ts';
import { SealError } from './error.ts';
import type { CertifiedKey } from './keys.ts';
import { oids } from './oids.ts';
import {
  failureBits,
  type ImprintHash,
  messageImprint,
  type RequestFailure,
  readRequest,
} from './timestamp-request.ts';
import { randomSerial } from './x509.ts';

/** An RFC 3161 timestamp authority. */
export interface TimestampAuthority {
  /**
   * Returns a DER TimeStampToken (RFC 3161 §2.4.2) over a digest, SHA-256 by default.
   * @throws SealError `IMPRINT_INVALID` unless it has 32 bytes, `CLOCK_OFF`
   */
  token(digest: Uint8Array, algorithm?: ImprintHash): Promise<Uint8Array>;
  /** Answers a DER TimeStampReq with a DER TimeStampResp: granted, or rejected with the reason. @throws errors of the key only */
  respond(request: Uint8Array): Promise<Uint8Array>;
}

/** Policy of the tokens, an OID from a random UUID (X.667): promises nothing beyond the X.509 certificate. */
export const tokenPolicy = '2.25.185232598399357208083387967077712619801';

const encodedPolicy = oid(tokenPolicy);
/** Accuracy claimed by the tokens. */
const oneSecond = sequence(integer(1));
const granted = sequence(integer(0));

/**
 * Makes an RFC 3161 authority with the given key. `clock` gives the time of each token; `requireClock` throws `CLOCK_OFF` if
 * it is unreliable, and no token is issued (RFC 3161 §2.1, "a trustworthy source of time").
 */
export function timestampAuthority(
  tsa: CertifiedKey,
  clock: () => Date = () => new Date(),
  requireClock: () => Promise<void> = async () => {},
): TimestampAuthority {
  const signer = cmsSigner(tsa);

  const issue = async (imprint: Uint8Array, nonce?: Uint8Array, withChain = true): Promise<Uint8Array> => {
    await requireClock();
    const content = sequence(
      integer(1),
      encodedPolicy,
      imprint,
      integer(randomSerial()),
      generalizedTime(clock()),
      oneSecond,
      ...(nonce ? [nonce] : []),
    );
    return signer.sign({ contentType: oids.tstInfo, digest: hash('sha256', content, 'buffer'), content, withChain });
  };

  return {
    token: async (digest, algorithm = 'sha256') => issue(messageImprint(algorithm, digest)),
    async respond(request) {
      const asked = readRequest(request);
      if (typeof asked === 'string') return rejection(asked);
      if (asked.policy && Buffer.compare(asked.policy, encodedPolicy) !== 0) return rejection('unacceptedPolicy');
      try {
        return sequence(granted, await issue(asked.imprint, asked.nonce, asked.wantsChain));
      } catch (error) {
        if (error instanceof SealError && error.code === 'CLOCK_OFF') return rejection('timeNotAvailable');
        throw error;
      }
    },
  };
}

/** Uses an authority as a source of signature timestamps. */
export const tokenSource =
  (authority: TimestampAuthority): TokenSource =>
  (sha256) =>
    authority.token(sha256);

const rejection = (failure: RequestFailure): Uint8Array =>
  sequence(sequence(integer(2), sequence(utf8(failure)), namedBits(failureBits[failure])));
