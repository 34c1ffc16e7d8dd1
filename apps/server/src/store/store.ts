import type { Readable } from 'node:stream';
import type { Digests } from '@proofkeep/bundle';

/** Size and digests of stored content, computed while it was received. */
export interface Stored extends Digests {
  size: number;
  crc32: number;
}

/** Completely received content in a temporary file without a key. */
export interface TemporaryFile extends Stored {
  path: string;
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
 * Keeps evidence files. Keys are paths (`key.ts`); a prefix is a path that ends in a slash and means everything
 * under it. A file exists completely or not at all, is durable once `put` returns, and never changes.
 */
export interface Store {
  /**
   * Writes a file once; repeating the same content is fine. On any error nothing is kept.
   * @throws StoreError STORE_TAKEN if the key holds other content, STORE_MISMATCH if the content differs from
   * `expected`; whatever `content` throws
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, expected?: Expected): Promise<Stored>;
  /**
   * Gives content that is complete on this machine's disk a key, without copying it if the store is a folder on the
   * same file system. @param file read-only; its digests were computed from it. @throws StoreError STORE_TAKEN
   */
  adopt(key: string, file: TemporaryFile): Promise<void>;
  /**
   * Gives stored content a second key, without copying it if the store is a folder. @throws StoreError STORE_MISSING,
   * STORE_TAKEN; STORE_MISMATCH if the content was read and differs
   */
  duplicate(from: string, to: string, expected: Expected): Promise<void>;
  /** Reads a file and computes its digests, for a large one in threads. @throws StoreError STORE_MISSING */
  digest(key: string): Promise<Stored>;
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
  /** Largest file that fits. */
  readonly largestBytes: number;
  /** Content that arrives in pieces. */
  readonly drafts: Drafts;
  /** Removes what a crash left of files that were begun before a time and never got a key, if the store keeps any. */
  removeUnfinished(before: Date): Promise<void>;
  /** Writes a test file, as `put` would. @throws StoreError STORE_UNAVAILABLE */
  probe(): Promise<void>;
  close(): void;
}

/**
 * Content that arrives in pieces and survives a restart, until it is complete and gets a key. The caller records how
 * much of each draft counts; bytes beyond that, left by a crash, are written again. Only one request may write a draft
 * at a time.
 */
export interface Drafts {
  create(id: string): Promise<void>;
  /**
   * Writes from an offset on and calls `onDurable` with the new end each time a piece is on disk, even if `content`
   * fails: the pieces before still count. Takes over the chunks: their memory is freed once they are written.
   * @returns the new end
   * @throws StoreError STORE_MISSING; TypeError if a chunk arrives again after it was written; what `content` or
   * `onDurable` throws
   */
  write(
    id: string,
    offset: number,
    content: AsyncIterable<Uint8Array>,
    onDurable: (end: number) => Promise<void>,
  ): Promise<number>;
  /** Bytes hashed so far; after a restart the digests start over at the first byte. */
  hashedBytes(id: string): number;
  /** Digests of the complete draft; several callers may wait. @throws Error if it can't be read */
  digest(id: string, size: number): Promise<Stored>;
  /** Path of a complete draft, which becomes read-only. */
  seal(id: string): Promise<string>;
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
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
 * Removes a prefix unless part of it is retained; then it stays unchanged. A restored database may take evidence that
 * was certified after its backup for leftovers, but the store knows its retention.
 */
export async function removeUnlessRetained(store: Pick<Store, 'remove'>, prefix: string): Promise<void> {
  await store.remove(prefix).catch((error: unknown) => {
    if (!(error instanceof StoreError && error.code === 'STORE_RETAINED')) throw error;
  });
}
