import type { Readable } from 'node:stream';
import type { Digests } from '@proofkeep/bundle';

/** Size and digests of stored content, computed while it was received. */
export interface Stored extends Digests {
  size: number;
  crc32: number;
}

/** Expected size and digest; lower-case hex. */
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
 * Keeps evidence files. Keys are paths (`key.ts`); a prefix is a path that ends in a slash and stands for everything
 * under it. A file exists completely or not at all, is durable once `put` returns, and never changes.
 */
export interface Store {
  /**
   * Writes a file once; repeating the same content is fine. On any error nothing is kept.
   * @throws StoreError STORE_TAKEN if the key holds other content, STORE_MISMATCH if the content differs from
   * `expected`; whatever `content` throws
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, expected?: Expected): Promise<Stored>;
  /** Returns a stream, which must be read or destroyed. @throws StoreError STORE_MISSING */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Reads a small file. @throws StoreError STORE_MISSING */
  bytes(key: string): Promise<Uint8Array>;
  /** Sorted by key, bytewise. */
  list(prefix: string): Promise<Listed[]>;
  /** The prefixes directly under a prefix, sorted. */
  folders(prefix: string): Promise<string[]>;
  /**
   * Removes everything under a prefix, if there is anything. @throws StoreError STORE_RETAINED, removing nothing, if
   * part of it is retained
   */
  remove(prefix: string): Promise<void>;
  /** Prevents removal of anything under the prefix before that time; never shortens a retention. */
  retain(prefix: string, until: Date): Promise<void>;
  /** End of the retention of this exact prefix; undefined if it has none. */
  retainedUntil(prefix: string): Promise<Date | undefined>;
  /** Writes a test file, as `put` would. @throws StoreError STORE_UNAVAILABLE */
  probe(): Promise<void>;
  close(): void;
}

/** Files that are written once and never removed. */
export type WriteOnceStore = Pick<Store, 'put' | 'bytes' | 'list' | 'close'>;

export type StoreErrorCode =
  /** Not a key, or not a prefix. */
  | 'STORE_KEY_INVALID'
  | 'STORE_MISSING'
  | 'STORE_TAKEN'
  | 'STORE_MISMATCH'
  | 'STORE_RETAINED'
  /** The file system or service failed or lacks a required capability; see `cause`. */
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
 * Removes a prefix, unless part of it is retained: then it stays unchanged. A restored database can take evidence that
 * was certified after its backup for leftovers; the store knows better.
 */
export async function removeUnlessRetained(store: Pick<Store, 'remove'>, prefix: string): Promise<void> {
  await store.remove(prefix).catch((error: unknown) => {
    if (!(error instanceof StoreError && error.code === 'STORE_RETAINED')) throw error;
  });
}
