import { statfs } from 'node:fs/promises';

/** Whether each folder's file system has that many bytes left for an ordinary user. */
export async function hasFreeSpace(folders: readonly string[], bytes: number): Promise<boolean> {
  const free = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    }),
  );
  return free.every((left) => left >= bytes);
}
