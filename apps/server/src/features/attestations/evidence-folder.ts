import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '@proofkeep/bundle/node';
import { makeFolderDurably, writeDurably } from '../../kit/durable.ts';

/** Evidence is for whoever runs the server alone, and is not written to again. */
const modes = { file: 0o400, folder: 0o700 };

/**
 * `DATA_DIR/evidence/<ano>/`: the bundle, unpacked. A file appears in it whole or not at all, stays from then on whatever
 * happens, and is read-only; the folder of an attestation that was never sealed is removed as a whole.
 */
export class EvidenceFolder {
  readonly path: string;

  constructor(dataDir: string, ano: string) {
    this.path = join(dataDir, 'evidence', ano);
  }

  at(relative: string): string {
    return join(this.path, relative);
  }

  /** Takes over what the capture node left in `from` as `data/`: made lasting, names and all, then one rename. */
  async adopt(from: string): Promise<void> {
    await makeLasting(from);
    await makeFolderDurably(dirname(this.path), modes.folder);
    await makeFolderDurably(this.path, modes.folder);
    await rename(from, this.at('data'));
    await syncFolder(this.path);
  }

  /** Writing the same part again replaces it. */
  async write(relative: string, bytes: Uint8Array): Promise<void> {
    await writeDurably(this.at(relative), bytes, modes);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
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
