import { createHash, type Hash } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { liveLimits } from '@proofkeep/contract';
import type { Page } from '../page/page.ts';
import type { Recording } from './recording.ts';
import type { Tab } from './tabs.ts';

/** A file chooser that a page opened. */
export interface Chooser {
  tab: Tab;
  /** The page, or a frame of another site in it. */
  page: Pick<Page, 'send'>;
  backendNodeId: number;
  isMultiple: boolean;
}

interface Receiving {
  name: string;
  path: string;
  file: FileHandle;
  hash: Hash;
  left: number;
  sizeBytes: number;
}

/**
 * Files that a page asked for. They come only from the user's machine: no file of this machine is ever chosen. Each is
 * written to a place that the browser can read, and its name, size and digest are recorded.
 */
export class Uploads {
  chooser: Chooser | null = null;
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #recording: Pick<Recording, 'event'>;
  readonly #chosen: string[] = [];
  #receiving: Receiving | null = null;
  #count = 0;
  /** Total bytes of files on the disk. */
  #storedBytes = 0;
  /** Pieces are written in sequence. */
  #work: Promise<void> = Promise.resolve();

  /** @param folder belongs to the session and is removed with it; the browser may read it but not write to it */
  constructor(folder: string, recording: Pick<Recording, 'event'>, mostBytes: number = liveLimits.uploadsBytes) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
    this.#recording = recording;
  }

  ask(chooser: Chooser): void {
    this.chooser = chooser;
    this.#later(() => this.#forget());
  }

  /** @returns false if the disk has no space for it */
  async begin(name: string, sizeBytes: number): Promise<boolean> {
    let hasRoom = true;
    await this.#later(async () => {
      await this.#drop();
      hasRoom = this.#storedBytes + sizeBytes <= this.#mostBytes;
      if (!hasRoom || !this.chooser || this.#chosen.length >= liveLimits.uploads) return;
      const folder = join(this.#folder, String(++this.#count));
      await mkdir(folder, { recursive: true });
      const path = join(folder, safeName(name));
      const file = await open(path, 'wx');
      // The browser runs as another user.
      for (const one of [this.#folder, folder]) await chmod(one, 0o711);
      await file.chmod(0o644);
      this.#receiving = { name, path, file, hash: createHash('sha256'), left: sizeBytes, sizeBytes };
      if (sizeBytes === 0) await this.#complete(this.#receiving);
    });
    return hasRoom;
  }

  /** @returns once it is written */
  piece(bytes: Uint8Array): Promise<void> {
    return this.#later(async () => {
      const one = this.#receiving;
      if (!one || bytes.length > one.left) return;
      await one.file.writeFile(bytes);
      one.hash.update(bytes);
      one.left -= bytes.length;
      if (one.left === 0) await this.#complete(one);
    });
  }

  /** Gives the page the completely received files, or closes the chooser. */
  choose(accept: boolean): Promise<void> {
    return this.#later(async () => {
      const { chooser } = this;
      this.chooser = null;
      await this.#drop();
      if (!chooser) return;
      const files = accept ? [...this.#chosen] : [];
      this.#recording.event('file-chooser-closed', { tab: chooser.tab.id, files: files.length });
      if (files.length > 0)
        await chooser.page.send('DOM.setFileInputFiles', { files, backendNodeId: chooser.backendNodeId });
    });
  }

  async #complete({ name, path, file, hash, sizeBytes }: Receiving): Promise<void> {
    this.#receiving = null;
    await file.close();
    this.#chosen.push(path);
    this.#storedBytes += sizeBytes;
    this.#recording.event('upload', { tab: this.chooser?.tab.id, name, sizeBytes, sha256: hash.digest('hex') });
  }

  async #forget(): Promise<void> {
    await this.#drop();
    this.#chosen.length = 0;
  }

  /** Removes incomplete files. */
  async #drop(): Promise<void> {
    const one = this.#receiving;
    this.#receiving = null;
    await one?.file.close();
    if (one) await rm(one.path, { force: true });
  }

  /** Never rejects: some of the work isn't awaited, and an unhandled rejection would end the session. */
  #later(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work
      .then(work)
      .catch(() => this.#forget())
      .catch(() => {});
    return this.#work;
  }
}

/** The user chose the file name: uses only its last part, limited to what a file system accepts. */
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(/\p{Cc}/gu, '').replace(/^\.+/, '');
  const encoded = Buffer.from(plain).subarray(0, 200).toString().replaceAll('\ufffd', '');
  return encoded || 'file';
}
