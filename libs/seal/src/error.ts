/** Why sealing failed. Closed list; callers turn each code into a sentence. */
export type SealErrorCode =
  /** Other users of the machine may read a private key. */
  | 'KEY_EXPOSED'
  /** A key file is missing or not a PKCS#8 PEM private key. */
  | 'KEY_UNREADABLE'
  /** An unsupported kind or size of key. */
  | 'KEY_UNSUITABLE'
  /** The key folder is incomplete or contradicts itself; new keys are never made over old ones. */
  | 'AUTHORITY_DAMAGED'
  /** A certificate of the authority is not valid now. */
  | 'AUTHORITY_EXPIRED'
  /** The installation's anchor file cannot be parsed. */
  | 'ANCHORS_UNREADABLE'
  /** An empty or inconsistent certificate chain. */
  | 'CHAIN_INVALID'
  /** The timestamp authority's clock deviates more than its tokens claim. */
  | 'CLOCK_OFF'
  /** A digest whose length does not fit its algorithm. */
  | 'IMPRINT_INVALID'
  /** No complete response from an outside timestamp authority in time. */
  | 'OUTSIDE_UNREACHABLE'
  /** An outside timestamp authority did not grant the request. */
  | 'OUTSIDE_REFUSED'
  /** The response of an outside timestamp authority is not a token that a verifier would accept. */
  | 'OUTSIDE_INVALID'
  /** A font of the certificate is not installed. */
  | 'FONT_MISSING'
  /** A PDF that cannot be certified: unreadable, encrypted, or signed already. */
  | 'PDF_UNSUITABLE'
  /** The signature exceeds the space reserved for it in the PDF. */
  | 'SIGNATURE_TOO_LARGE';

/** Sealing failed; `code` says why, `message` is English for developers. */
export class SealError extends Error {
  readonly code: SealErrorCode;

  constructor(code: SealErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SealError';
    this.code = code;
  }
}
