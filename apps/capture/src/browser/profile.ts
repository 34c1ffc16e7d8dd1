import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserFolders, unprivileged } from './spawn.ts';

/** Creates both folders, empty, inside the capture's folder. */
export async function makeBrowserFolders(folder: string): Promise<BrowserFolders> {
  const folders = { profileDir: join(folder, 'profile'), temporaryDir: join(folder, 't') };
  for (const path of Object.values(folders)) {
    await mkdir(path, { mode: 0o700 });
    if (process.getuid?.() === 0) await chown(path, unprivileged, unprivileged);
  }
  return folders;
}
