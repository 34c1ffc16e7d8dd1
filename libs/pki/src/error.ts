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
