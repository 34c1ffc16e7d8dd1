export type TlogErrorCode =
  /** An index or a size is not a natural number in range, an entry is too long. */
  | 'INPUT_INVALID'
  /** A note, checkpoint, key or proof is not in its C2SP form. */
  | 'FORM_INVALID'
  /** No signature by the wanted key, or one that is not its own. */
  | 'SIGNATURE_INVALID';

export class TlogError extends Error {
  override name = 'TlogError';
  readonly code: TlogErrorCode;

  constructor(code: TlogErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
