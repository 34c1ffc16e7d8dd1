import { statfs } from 'node:fs/promises';

/** Returns whether each folder's file system has that many bytes free for an unprivileged user. */
export async function hasFreeSpace(folders: readonly string[], bytes: number): Promise<boolean> {
  const free = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    }),
  );
  return free.every((left) => left >= bytes);
}
