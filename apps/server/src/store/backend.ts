import type { Readable } from 'node:stream';
import type { ByteRange, Listed } from './store.ts';
import type { TemporaryFile } from './temporary-file.ts';

/** Keeps the files: a folder or a bucket. Enforces no rules; `storeOver` does. */
export interface Backend {
  /** Folder for content that has no key yet. */
  readonly incoming: string;
  /** Durably stores gathered content under a key. @returns false, changing nothing, if the key exists */
  place(key: string, file: TemporaryFile): Promise<boolean>;
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
  close(): void;
}
