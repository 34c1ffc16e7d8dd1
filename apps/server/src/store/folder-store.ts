import { randomBytes } from 'node:crypto';
import { access, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { syncFolder } from '@proofkeep/bundle/node';
import { makeFolderDurably, writeDurably } from '../kit/durable.ts';
import type { AgeKey } from './age.ts';
import type { Backend } from './backend.ts';
import { encryptedBackend } from './encrypted-backend.ts';
import type { Listed, Store } from './store.ts';
import { storeOnBackend } from './store-on-backend.ts';

/** Only the server's user may read evidence. */
const modes = { file: 0o400, folder: 0o700 };
/** Longer than any upload takes: older files were left by a crash. */
const leftAfterMs = 24 * 3_600_000;

/**
 * A store in a folder on one file system with hard links; several servers may share it.
 * @param o.key encrypts the files; absent: they are stored as they are
 */
export async function openFolderStore(
  folder: string,
  { clock, key }: { clock?: (() => Date) | undefined; key?: AgeKey | undefined } = {},
): Promise<Store> {
  const incoming = join(folder, '.incoming');
  await makeFolderDurably(incoming, modes.folder);
  await sweep(incoming);
  const backend = folderBackend(folder, incoming);
  return storeOnBackend(key ? encryptedBackend(backend, key) : backend, clock);
}

function folderBackend(folder: string, incoming: string): Backend {
  const at = (key: string) => join(folder, key);
  return {
    incoming,
    drafts: join(folder, '.drafts'),
    largestBytes: Number.MAX_SAFE_INTEGER,
    pathOf: at,
    /** link(2) fails if the name exists. Content and name are durable before this returns. */
    async place(key, { path }) {
      await synced(path);
      return named(path, at(key));
    },
    async link(from, to) {
      const isThere = await unless('ENOENT', access(at(from)));
      if (!isThere) return 'missing';
      return (await named(at(from), at(to))) ? 'placed' : 'taken';
    },
    replace: (key, bytes) => writeDurably(at(key), bytes, modes),
    async open(key, range) {
      const file = await orNothing(open(at(key), 'r'));
      return file?.createReadStream({ highWaterMark: 1 << 20, ...range });
    },
    list: (prefix) => filesUnder(folder, at(prefix)),
    async folders(prefix) {
      const entries = (await orNothing(readdir(at(prefix), { withFileTypes: true }))) ?? [];
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${prefix}${name}/`);
    },
    /** Removes the prefix with one atomic rename; deletes the files afterwards. */
    async clear(prefix) {
      const away = join(incoming, randomBytes(12).toString('hex'));
      if (!(await unless('ENOENT', rename(at(prefix), away)))) return;
      await syncFolder(dirname(at(prefix)));
      await rm(away, { recursive: true, force: true });
    },
    // Files are read-only from the beginning; a folder has no lock that its owner couldn't remove.
    protect: () => Promise.resolve(),
    close() {},
  };
}

/** @returns false if the name is taken */
async function named(path: string, name: string): Promise<boolean> {
  await makeFolderDurably(dirname(name), modes.folder);
  const isPlaced = await unless('EEXIST', link(path, name));
  await syncFolder(dirname(name));
  return isPlaced;
}

async function filesUnder(folder: string, path: string): Promise<Listed[]> {
  const entries = (await orNothing(readdir(path, { recursive: true, withFileTypes: true }))) ?? [];
  const found: Listed[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const there = await orNothing(stat(file));
    if (there) found.push({ key: relative(folder, file), size: there.size });
  }
  return found;
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function sweep(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const there = await orNothing(stat(join(incoming, name)));
    if (there && Date.now() - there.mtimeMs > leftAfterMs)
      await rm(join(incoming, name), { recursive: true, force: true });
  }
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function unless(code: string, work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}
