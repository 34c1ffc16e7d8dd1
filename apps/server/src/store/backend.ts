import type { Readable } from 'node:stream';
import type { ByteRange, Listed, TemporaryFile } from './store.ts';

/** Keeps the files: a folder or a bucket. Enforces no rules; `storeOver` does. */
export interface Backend {
  /** Folder for content that has no key yet. */
  readonly incoming: string;
  /** Folder for content that arrives in pieces. */
  readonly drafts: string;
  /** Largest content that it takes. */
  readonly largestBytes: number;
  /** Path of a file's content on this machine; absent if it is elsewhere or encrypted. */
  pathOf?(key: string): string;
  /** Durably stores gathered content under a key. @returns false, changing nothing, if the key exists */
  place(key: string, file: TemporaryFile): Promise<boolean>;
  /** Durably gives stored content a second key without copying it; absent if it has to be read and placed. */
  link?(from: string, to: string): Promise<'placed' | 'taken' | 'missing'>;
  /** Writes a small file, replacing an existing one. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns undefined if there is no such file */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  list(prefix: string): Promise<Listed[]>;
  /** The prefixes directly under a prefix, in any order. */
  folders(prefix: string): Promise<string[]>;
  clear(prefix: string): Promise<void>;
  /** Locks everything under the prefix: S3 by object lock where the bucket has it; a folder has no such lock. */
  protect(prefix: string, until: Date): Promise<void>;
  /** Removes the parts of uploads begun before a time and never completed; absent if the backend leaves none. */
  removeUnfinished?(before: Date): Promise<void>;
  close(): void;
}
