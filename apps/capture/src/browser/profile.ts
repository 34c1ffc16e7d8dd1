import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unprivileged } from './spawn.ts';

/** What a browser may write to: its profile, and a folder for what it leaves in temporary folders. */
export interface BrowserFolders {
  profileDir: string;
  /** Chromium makes a socket in it, whose path may have 107 bytes: short, and not inside the profile. */
  temporaryDir: string;
}

/** Makes both, empty, inside a folder of this capture's own. */
export async function makeBrowserFolders(folder: string): Promise<BrowserFolders> {
  const folders = { profileDir: join(folder, 'profile'), temporaryDir: join(folder, 'tmp') };
  for (const path of Object.values(folders)) {
    await mkdir(path, { mode: 0o700 });
    if (process.getuid?.() === 0) await chown(path, unprivileged, unprivileged);
  }
  return folders;
}
