import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

/** A response body on disk, hashed as it arrives; only one chunk is in memory. */
export class BodyFile {
  readonly path: string;
  size = 0;
  #descriptor: number | undefined;
  #hash = createHash('sha256');
  #sha256: string | undefined;

  constructor(path: string) {
    this.path = path;
  }

  append(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#descriptor ??= openSync(this.path, 'wx', 0o600);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done);
    this.#hash.update(bytes);
    this.size += bytes.length;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** Lower-case hex of the appended bytes; nothing can be appended afterwards. */
  get sha256(): string {
    this.#sha256 ??= this.#hash.digest('hex');
    return this.#sha256;
  }
}

/** The bodies of one capture, each in its own file. */
export class BodyFolder {
  readonly #folder: string;
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  next(): BodyFile {
    this.#count += 1;
    return new BodyFile(`${this.#folder}/body-${this.#count}`);
  }
}
