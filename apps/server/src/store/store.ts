import type { Readable } from 'node:stream';
import type { Digests } from '@proofkeep/bundle';

/** What was stored, as it was read on its way in. */
export interface Stored extends Digests {
  size: number;
  crc32: number;
}

/** What must come in; lower-case hex. */
export type Expected = Pick<Stored, 'size' | 'sha256'>;

/** First and last byte, both inclusive, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface Listed {
  key: string;
  size: number;
}

/**
 * Where the files of the evidence are kept. Keys are paths (`key.ts`); a prefix is one that ends in a slash and stands for
 * everything under it. A file is there whole or not at all, lasts once `put` returns, and is never changed.
 */
export interface Store {
  /**
   * Writes a file, once: the same content again is fine.
   * @throws StoreError STORE_TAKEN when the key holds other content, STORE_MISMATCH when what came is not what was
   * expected: nothing is kept then. Whatever `content` throws is passed on, and nothing is kept either.
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, expected?: Expected): Promise<Stored>;
  /** A stream that has to be read or destroyed. @throws StoreError STORE_MISSING */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** The whole of a small file. @throws StoreError STORE_MISSING */
  bytes(key: string): Promise<Uint8Array>;
  /** Sorted by key, bytewise. */
  list(prefix: string): Promise<Listed[]>;
  /** The prefixes directly under a prefix, sorted. */
  folders(prefix: string): Promise<string[]>;
  /** Nothing there is fine. @throws StoreError STORE_RETAINED, removing nothing, while any of it is under retention */
  remove(prefix: string): Promise<void>;
  /** From now on nothing under the prefix is removed before that time; an earlier time than one given before changes nothing. */
  retain(prefix: string, until: Date): Promise<void>;
  /** End of the retention of this exact prefix; undefined if it has none. */
  retainedUntil(prefix: string): Promise<Date | undefined>;
  /** Writes a small file of its own, as `put` would. @throws StoreError STORE_UNAVAILABLE */
  probe(): Promise<void>;
  close(): void;
}

export type StoreErrorCode =
  /** Not a key, or not a prefix. */
  | 'STORE_KEY_INVALID'
  | 'STORE_MISSING'
  | 'STORE_TAKEN'
  | 'STORE_MISMATCH'
  | 'STORE_RETAINED'
  /** The file system or the service behind the store failed, or lacks what a store has to do; the cause says how. */
  | 'STORE_UNAVAILABLE';

export class StoreError extends Error {
  override name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, o: { cause?: unknown } = {}) {
    super(message, o);
    this.code = code;
  }
}

/**
 * Removes a prefix, unless some of it is retained: then it stays as it is. A database that was restored can take for
 * leftovers what was certified after its backup, and the store is what knows better.
 */
export async function removeUnlessRetained(store: Pick<Store, 'remove'>, prefix: string): Promise<void> {
  await store.remove(prefix).catch((error: unknown) => {
    if (!(error instanceof StoreError && error.code === 'STORE_RETAINED')) throw error;
  });
}
