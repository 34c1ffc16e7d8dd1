import { hash } from 'node:crypto';
import { parseCertificate } from '@proofkeep/pki';
import { certificateTime, context, integer, octets, sequence, setOf, sorted, tlv } from './der.ts';
import { SealError } from './error.ts';
import type { CertifiedKey } from './keys.ts';
import { oids } from './oids.ts';
import { signatureAlgorithm } from './signature-algorithm.ts';

/** Returns a DER TimeStampToken over a SHA-256 digest. */
export type TokenSource = (sha256: Uint8Array) => Promise<Uint8Array>;

/** Content and optional parts of one signature. */
export interface SignOptions {
  /** Encoded OID of the content type. */
  readonly contentType: Uint8Array;
  /** SHA-256 of the content. */
  readonly digest: Uint8Array;
  /** Attached content; absent: detached. */
  readonly content?: Uint8Array;
  /** Embeds the chain; default true. */
  readonly withChain?: boolean;
  /** Signing time claimed by the signer, to the second; absent for PAdES, whose dictionary has it. */
  readonly claimedAt?: Date;
  /** Adds a timestamp over the signature value (CAdES and PAdES level T). */
  readonly timestamp?: TokenSource;
}

/** Signs with one key and its chain; see `cmsSigner`. */
export interface CmsSigner {
  /** Returns a DER ContentInfo. @throws errors of the key or the timestamp source */
  sign(options: SignOptions): Promise<Uint8Array>;
}

const digestAlgorithm = sequence(oids.sha256);

/**
 * Prepares the constant parts of a SignedData (RFC 5652 §5), so that a signature costs little more than the key operation.
 * One signer; signed attributes are content-type, message-digest, signing-certificate-v2 (RFC 5035 §3) and, if given,
 * signing-time (RFC 5652 §11.3). Embeds the chain only.
 * @throws SealError `CHAIN_INVALID` for an empty chain, PkiError for one that a verifier could not parse
 */
export function cmsSigner({ key, chain }: CertifiedKey): CmsSigner {
  const [leaf] = chain;
  if (!leaf) throw new SealError('CHAIN_INVALID', 'a key without a certificate');
  const { issuer, serial: number } = parseCertificate(leaf);
  const serial = integer(number);
  const signerIdentifier = sequence(issuer, serial);
  const signingCertificate = attribute(
    oids.signingCertificateV2,
    sequence(
      sequence(sequence(octets(hash('sha256', leaf, 'buffer')), sequence(sequence(context(4, issuer)), serial))),
    ),
  );
  const certificates = context(0, ...sorted(chain));
  const algorithm = signatureAlgorithm(key.alg);

  const signerInfo = async ({ contentType, digest, claimedAt, timestamp }: SignOptions): Promise<Uint8Array> => {
    const attributes = sorted([
      attribute(oids.contentType, contentType),
      attribute(oids.messageDigest, octets(digest)),
      signingCertificate,
      ...(claimedAt ? [attribute(oids.signingTime, certificateTime(claimedAt))] : []),
    ]);
    // The signature covers the SET OF, not its implicit [0] (RFC 5652 §5.4).
    const signature = await key.sign(tlv(0x31, ...attributes));
    const token = timestamp && (await timestamp(hash('sha256', signature, 'buffer')));
    return sequence(
      integer(1),
      signerIdentifier,
      digestAlgorithm,
      context(0, ...attributes),
      algorithm,
      octets(signature),
      ...(token ? [context(1, attribute(oids.signatureTimestamp, token))] : []),
    );
  };

  return {
    async sign(options) {
      const { contentType, content, withChain = true } = options;
      return sequence(
        oids.signedData,
        context(
          0,
          sequence(
            versionOf(contentType),
            setOf(digestAlgorithm),
            sequence(contentType, ...(content ? [context(0, octets(content))] : [])),
            ...(withChain ? [certificates] : []),
            setOf(await signerInfo(options)),
          ),
        ),
      );
    },
  };
}

/** RFC 5652 §5.1: 1 for plain data, 3 for anything else. */
const versionOf = (contentType: Uint8Array): Uint8Array => integer(contentType === oids.data ? 1 : 3);

const attribute = (type: Uint8Array, value: Uint8Array): Uint8Array => sequence(type, setOf(value));
