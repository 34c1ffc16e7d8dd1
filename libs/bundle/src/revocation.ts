import { z } from 'zod';
import { anoPattern, digest, line } from './fields.ts';

/** Why a revocation URL of a certificate gave nothing usable. */
export const CollectFailure = z.enum([
  /** Not an http or https URL, or one with user and password. */
  'unsupported-url',
  /** A destination to which this installation doesn't connect: not a public address, or not an HTTP port. */
  'not-allowed',
  'unreachable',
  'timeout',
  /** An HTTP status other than 200; redirects are not followed. */
  'http-status',
  'too-large',
  /** Not a CRL or OCSP response that a verifier could parse. */
  'unreadable',
  /** From another issuer, about another certificate, or not signed by the issuer. */
  'foreign',
  /**
   * A CRL that doesn't apply to the certificate: for another distribution point, kind of certificate or set of issuers.
   */
  'other-scope',
  /** Doesn't cover the time of the token, or doesn't state whether the certificate is valid. */
  'not-current',
]);
export type CollectFailure = z.infer<typeof CollectFailure>;

const CollectedCertificate = z.strictObject({
  /** SHA-256 of the DER certificate. */
  sha256: digest,
  /** Kind of the part `trust/outside-<N>-<K>.<kind>`; null if nothing usable was collected. */
  part: z.enum(['crl', 'ocsp']).nullable(),
  /** URLs that gave nothing usable, in the order of the requests, without user, query and fragment. */
  failures: z.array(z.strictObject({ url: line.max(2_048), why: CollectFailure })),
});
/** One X.509 certificate of an outside authority's token, and its collected revocation data. */
export type CollectedCertificate = z.infer<typeof CollectedCertificate>;

/**
 * `proof/revocation.json`: revocation data collected when the tokens of outside authorities were received. Stated by the
 * sealer and signed with the list of parts; the CRLs and OCSP responses themselves are signed by their issuers.
 */
export const OutsideRevocation = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-revocation'),
  ano: z.string().regex(anoPattern),
  /** One for each `proof/manifest-<N>.tst`, N from 2. */
  tokens: z
    .array(
      z.strictObject({
        /** K from 1: the signer, then its issuers as far as the token embeds them, without self-signed ones. */
        certificates: z.array(CollectedCertificate).max(6),
      }),
    )
    .min(1),
});
export type OutsideRevocation = z.infer<typeof OutsideRevocation>;

/** Lists the parts collected for token `n`, in the order of its certificates. */
export const collectedParts = (
  { tokens }: OutsideRevocation,
  n: number,
): { path: string; kind: 'crl' | 'ocsp'; sha256: string }[] =>
  (tokens[n - 2]?.certificates ?? []).flatMap(({ part, sha256 }, i) =>
    part ? [{ path: collectedPath(n, i + 1, part), kind: part, sha256 }] : [],
  );

/** Path of the part collected for certificate `k` of token `n`. */
export const collectedPath = (n: number, k: number, kind: 'crl' | 'ocsp'): string => `trust/outside-${n}-${k}.${kind}`;

/** Whether a path is one of a collected part. */
export const isCollectedPath = (path: string): boolean =>
  /^trust\/outside-([2-9]|[1-9]\d{1,4})-[1-6]\.(crl|ocsp)$/.test(path);
