import type { Readable } from 'node:stream';
import type { Gathered } from './gathering.ts';
import type { ByteRange, Listed } from './store.ts';

/** What keeps the files: a folder or a bucket. It asks nobody whether it should. */
export interface Shelf {
  /** Folder where content is gathered before it has a key. */
  readonly incoming: string;
  /** Gives what was gathered its key, lasting. False, changing nothing, when the key is taken. */
  place(key: string, file: Gathered): Promise<boolean>;
  /** Writes a small file, also over one that is there. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  list(prefix: string): Promise<Listed[]>;
  /** The prefixes directly under a prefix, in any order. */
  folders(prefix: string): Promise<string[]>;
  clear(prefix: string): Promise<void>;
  /** Has what is under the prefix protected by whatever means the shelf itself has. */
  protect(prefix: string, until: Date): Promise<void>;
  close(): void;
}
