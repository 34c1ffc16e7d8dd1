export type PkiErrorCode =
  /** Not DER, or DER of another shape than the structure has. */
  | 'ENCODING'
  /** An algorithm, version or critical extension that is not taken. */
  | 'UNSUPPORTED'
  /** A signature that is not over what it should be over. */
  | 'SIGNATURE'
  /** A digest, name or identifier inside that does not fit the rest. */
  | 'MISMATCH'
  /** No valid path to a trust anchor. */
  | 'PATH';

export class PkiError extends Error {
  override name = 'PkiError';
  readonly code: PkiErrorCode;

  constructor(code: PkiErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** What CRLs and OCSP responses say instead of "not revoked"; all values are texts, times in ISO form. */
export type RevocationFinding =
  /** A current list of its issuer names the certificate. `reason` is a CRLReason (RFC 5280 §5.3.1), or "absent". */
  | { kind: 'revoked'; who: string; at: string; reason: string }
  | { kind: 'no-list'; issuer: string }
  /** The list is not current at the time in question. */
  | { kind: 'list-time'; issuer: string; from: string; until: string; at: string }
  /** The list is not signed by the issuer in whose name it is. */
  | { kind: 'list-foreign'; issuer: string }
  /** No list and no OCSP response is about the certificate. */
  | { kind: 'no-status'; who: string }
  /** The OCSP response does not cover the time in question. */
  | { kind: 'answer-time'; who: string; from: string; until: string; at: string }
  /** The OCSP response is not signed for the issuer of the certificate. */
  | { kind: 'answer-foreign'; who: string }
  /** The responder doesn't know the certificate, or calls it revoked only after the time in question. */
  | { kind: 'answer-open'; who: string };

/** CRLs and OCSP responses don't show that no certificate of a path was revoked: not a fault of the bytes, but a finding about a time. */
export class RevocationError extends Error {
  override name = 'RevocationError';
  readonly finding: RevocationFinding;

  constructor(finding: RevocationFinding) {
    super(Object.values(finding).join(' '));
    this.finding = finding;
  }
}
