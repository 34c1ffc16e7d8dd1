import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '@proofkeep/bundle/node';

/** Modes of new files and folders, before the umask. */
export interface Modes {
  file: number;
  folder: number;
}
const forAll: Modes = { file: 0o644, folder: 0o755 };

/**
 * Writes a file atomically and durably: temporary name, fsync, rename, fsync of the folder. A crash leaves at most
 * `<path>.tmp`, which the next write of the same file replaces.
 */
export async function writeDurably(path: string, bytes: Uint8Array, modes: Modes = forAll): Promise<void> {
  await makeFolderDurably(dirname(path), modes.folder);
  const temporary = `${path}.tmp`;
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', modes.file);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/**
 * Creates a folder and its parents, and syncs each name in its parent. Syncs an existing folder's name, too: its
 * creator may have crashed before doing so.
 */
export async function makeFolderDurably(path: string, mode: number): Promise<void> {
  const first = (await mkdir(path, { recursive: true, mode })) ?? path;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}
