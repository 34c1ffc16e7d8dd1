import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that is there whole or not at all, whatever happens, and stays once this returns: temporary name, fsync,
 * rename, fsync of the folder. A crash leaves at most `<path>.tmp`, which the next write of the same file replaces.
 */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolderDurably(dirname(path));
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Makes a folder with those above it, each name made lasting in the folder it stands in. */
async function makeFolderDurably(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Makes the names in a folder lasting. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
