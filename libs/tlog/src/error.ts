/** Why the library refused an input. */
export type TlogErrorCode =
  /** An index or size is not a natural number in range, or an entry is too long. */
  | 'INPUT_INVALID'
  /** A note, checkpoint, key or proof does not conform to its C2SP specification. */
  | 'FORM_INVALID'
  /** The note has no signature by the expected key, or that signature is wrong. */
  | 'SIGNATURE_INVALID';

/** The only error this library throws; `code` says why, `message` is English for developers. */
export class TlogError extends Error {
  override name = 'TlogError';
  readonly code: TlogErrorCode;

  constructor(code: TlogErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
