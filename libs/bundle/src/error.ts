export type BundleErrorCode =
  /** The bytes are not a bundle's ZIP, or not in its canonical form. */
  | 'CONTAINER_INVALID'
  /** The CRC-32 of an entry is not that of its content. */
  | 'CHECKSUM_WRONG'
  /** A JSON part is not the RFC 8785 form of its value, or not of its schema; an anchor file is not of its. */
  | 'JSON_INVALID'
  /** A value has no RFC 8785 form. */
  | 'NOT_CANONICALISABLE';

export class BundleError extends Error {
  override name = 'BundleError';
  readonly code: BundleErrorCode;
  /** Path of the entry at fault, where it is one. */
  readonly entry: string | undefined;

  constructor(code: BundleErrorCode, message: string, o: { entry?: string; cause?: unknown } = {}) {
    super(message, { cause: o.cause });
    this.code = code;
    this.entry = o.entry;
  }
}
