/** Why something could not be sealed. Closed list; callers turn each code into words. */
export type SealErrorCode =
  /** A private key that other users of the machine may read. */
  | 'KEY_EXPOSED'
  /** No private key in PKCS#8 PEM where one must be. */
  | 'KEY_UNREADABLE'
  /** A key of a kind or size that is not used here. */
  | 'KEY_UNSUITABLE'
  /** The key folder is incomplete or contradicts itself; new keys are never made over old ones. */
  | 'AUTHORITY_DAMAGED'
  /** A certificate of the authority is not valid now. */
  | 'AUTHORITY_EXPIRED'
  /** The trust anchor file of the installation cannot be read. */
  | 'ANCHORS_UNREADABLE'
  /** A certificate chain that does not hold together. */
  | 'CHAIN_INVALID'
  /** The clock of the timestamp authority is further off than its tokens claim. */
  | 'CLOCK_OFF'
  /** A digest whose length does not fit its algorithm. */
  | 'IMPRINT_INVALID'
  /** No whole answer of an outside timestamp authority in time. */
  | 'OUTSIDE_UNREACHABLE'
  /** An outside timestamp authority did not grant the request. */
  | 'OUTSIDE_REFUSED'
  /** The answer of an outside timestamp authority is not a token that a verifier would take. */
  | 'OUTSIDE_INVALID'
  /** A font of the certificate is not on this machine. */
  | 'FONT_MISSING'
  /** A PDF that cannot be certified: unreadable, encrypted, or signed already. */
  | 'PDF_UNSUITABLE'
  /** The signature is larger than the room reserved for it in the PDF. */
  | 'SIGNATURE_TOO_LARGE';

export class SealError extends Error {
  readonly code: SealErrorCode;

  constructor(code: SealErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SealError';
    this.code = code;
  }
}
