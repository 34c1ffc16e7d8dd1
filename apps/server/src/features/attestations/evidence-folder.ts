import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * `DATA_DIR/evidence/<ano>/`: the bundle, unpacked. A file appears in it whole or not at all, and is read-only from then
 * on; the folder of an attestation that was never sealed is removed as a whole.
 */
export class EvidenceFolder {
  readonly path: string;

  constructor(dataDir: string, ano: string) {
    this.path = join(dataDir, 'evidence', ano);
  }

  at(relative: string): string {
    return join(this.path, relative);
  }

  /** Takes over what the capture node left in `from` as `data/`: one rename, then read-only. */
  async adopt(from: string): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    await rename(from, this.at('data'));
    for (const entry of await readdir(this.at('data'), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await chmod(join(entry.parentPath, entry.name), 0o400);
    await syncFolder(this.path);
  }

  /** Writes one part durably: temporary name, fsync, rename, fsync of the folder. Writing the same part again replaces it. */
  async write(relative: string, bytes: Uint8Array): Promise<void> {
    const target = this.at(relative);
    const temporary = `${target}.tmp`;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rm(temporary, { force: true });
    const file = await open(temporary, 'wx', 0o400);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    await syncFolder(dirname(target));
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
