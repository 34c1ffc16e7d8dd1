/** Why a bundle or one of its parts was rejected. */
export type BundleErrorCode =
  /** Not a ZIP in the canonical form of bundles. */
  | 'CONTAINER_INVALID'
  /** An entry's content does not match its CRC-32. */
  | 'CHECKSUM_WRONG'
  /** A JSON part is not canonical (RFC 8785) or does not match its schema, or an anchor file does not match its schema. */
  | 'JSON_INVALID'
  /** Not of the form in which pictures are recorded. */
  | 'RECORDING_INVALID'
  /** A value has no RFC 8785 form. */
  | 'NOT_CANONICALISABLE';

/** A bundle could not be read or written; `code` says why, `message` is English for developers. */
export class BundleError extends Error {
  override name = 'BundleError';
  readonly code: BundleErrorCode;
  /** Path of the faulty entry, if there is one. */
  readonly entry: string | undefined;

  constructor(code: BundleErrorCode, message: string, o: { entry?: string; cause?: unknown } = {}) {
    super(message, { cause: o.cause });
    this.code = code;
    this.entry = o.entry;
  }
}
