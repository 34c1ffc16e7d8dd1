import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { syncFolder } from '@proofkeep/bundle/node';
import { makeFolderDurably, writeDurably } from '../../kit/durable.ts';

/** Evidence is for whoever runs the server alone, and is not written to again. */
const modes = { file: 0o400, folder: 0o700 };

/**
 * Where an attestation's bundle stands, unpacked: in `sealing` from before its leaf is committed until it is certified, in
 * `evidence` whole and for good from then on.
 */
export const placesOf = (dataDir: string, ano: string) => ({
  sealing: join(dataDir, 'sealing', ano),
  sealed: join(dataDir, 'sealing', ano, 'sealed'),
  evidence: join(dataDir, 'evidence', ano),
});

/** A bundle, unpacked. A file appears in it whole or not at all, stays from then on whatever happens, and is read-only. */
export class EvidenceFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  at(relative: string): string {
    return join(this.path, relative);
  }

  /** Takes over what the capture node left in `from` as `data/`. */
  async adopt(from: string): Promise<void> {
    await moveDurably(from, this.at('data'));
  }

  /** Writing the same part again replaces it. */
  async write(relative: string, bytes: Uint8Array): Promise<void> {
    await writeDurably(this.at(relative), bytes, modes);
  }

  /** Gives another folder the same files, by hard links, for somebody to add to on his own. */
  async copyTo(other: EvidenceFolder): Promise<void> {
    for (const entry of await readdir(this.path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const from = join(entry.parentPath, entry.name);
      const to = other.at(relative(this.path, from));
      await mkdir(dirname(to), { recursive: true, mode: modes.folder });
      await link(from, to);
    }
  }

  /** Gives the folder its place. @throws Error when the place is taken */
  async settle(path: string): Promise<void> {
    await moveDurably(this.path, path);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** Makes a whole folder lasting, names and all, then moves it with one rename. */
async function moveDurably(from: string, to: string): Promise<void> {
  await makeLasting(from);
  await makeFolderDurably(dirname(dirname(to)), modes.folder);
  await makeFolderDurably(dirname(to), modes.folder);
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Content and mode of every file, and the names in every folder, down to `path`'s own. */
async function makeLasting(path: string): Promise<void> {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    const there = await open(join(entry.parentPath, entry.name), 'r');
    try {
      if (entry.isFile()) await there.chmod(modes.file);
      await there.sync();
    } finally {
      await there.close();
    }
  }
  await syncFolder(path);
}
