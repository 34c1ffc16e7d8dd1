/** Why a structure was rejected. */
export type PkiErrorCode =
  /** Not DER, or not the expected structure. */
  | 'ENCODING'
  /** An unsupported algorithm, version or critical extension. */
  | 'UNSUPPORTED'
  /** A signature does not verify. */
  | 'SIGNATURE'
  /** A digest, name or identifier contradicts the rest of the structure. */
  | 'MISMATCH'
  /** No valid path to a trust anchor. */
  | 'PATH';

/** A structure could not be parsed or verified; `code` says why, `message` is English for developers. */
export class PkiError extends Error {
  override name = 'PkiError';
  readonly code: PkiErrorCode;

  constructor(code: PkiErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Why a CRL says nothing about a certificate (issuingDistributionPoint, RFC 5280 §5.2.5). */
export type OutOfScope = 'indirect' | 'reasons' | 'user' | 'ca' | 'attribute' | 'point';

/** Why CRLs and OCSP responses do not show "not revoked". All values are strings, times in ISO 8601. */
export type RevocationFinding =
  /** A current CRL or OCSP response names the certificate. `reason` is a CRLReason (RFC 5280 §5.3.1), or "absent". */
  | { kind: 'revoked'; who: string; at: string; reason: string }
  | { kind: 'no-list'; issuer: string }
  /** The CRL does not cover the time in question. */
  | { kind: 'list-time'; issuer: string; from: string; until: string; at: string }
  /** The CRL is not signed by the issuer that it names. */
  | { kind: 'list-foreign'; issuer: string }
  /** The CRL is not meant for the certificate. */
  | { kind: `list-${OutOfScope}`; issuer: string; who: string }
  /** Neither a CRL nor an OCSP response covers the certificate. */
  | { kind: 'no-status'; who: string }
  /** The OCSP response does not cover the time in question. */
  | { kind: 'answer-time'; who: string; from: string; until: string; at: string }
  /** The OCSP response is not signed on behalf of the certificate's issuer. */
  | { kind: 'answer-foreign'; who: string }
  /** The responder does not know the certificate, or reports a revocation after the time in question. */
  | { kind: 'answer-open'; who: string };

/** Thrown when CRLs and OCSP responses do not show that no certificate of a path was revoked at a given time. */
export class RevocationError extends Error {
  override name = 'RevocationError';
  readonly finding: RevocationFinding;

  constructor(finding: RevocationFinding) {
    super(Object.values(finding).join(' '));
    this.finding = finding;
  }
}
