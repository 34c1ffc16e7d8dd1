import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, type FileHandle, mkdtemp, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Short, because the path of a socket below it is limited to 107 bytes (unix(7)). The number is the process id, for
 * operators; only the lock decides who owns a folder.
 */
const ours = /^pk-\d+-\w{6}$/;
const lockName = 'lock';

export interface OwnFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Creates a temporary folder that this process owns by a lock (flock(2)) as long as it lives: processes that share the
 * parent folder may run in other containers, where process ids mean nothing. Other users may traverse it, so that a
 * browser under another user can have a folder inside.
 */
export async function makeOwnFolder(): Promise<OwnFolder> {
  for (;;) {
    const path = await mkdtemp(join(tmpdir(), `pk-${process.pid}-`));
    // Until it is locked a sweep may remove the folder; then another one is created.
    const lock = await open(join(path, lockName), 'wx', 0o600).catch(() => null);
    if (!lock) continue;
    await flock(lock, []);
    if (await isAt(path, lock)) {
      await chmod(path, 0o711);
      return { path, remove: () => removeAll(path, lock) };
    }
    await lock.close();
  }
}

/** Removes what killed captures and nodes left in the temporary folder; their browsers died with them. */
export async function sweepLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => ours.test(name));
  // Keeps another user's folder and starts anyway.
  for (const name of names) await removeIfLeft(join(tmpdir(), name)).catch(() => {});
}

async function removeIfLeft(path: string): Promise<void> {
  const lock = await open(join(path, lockName)).catch(() => null);
  // The owner died before it locked the folder; a folder with contents is kept.
  if (!lock) return rmdir(path);
  if (await flock(lock, ['--nonblock'])) await removeAll(path, lock);
  else await lock.close();
}

/** Removes the lock last: the next sweep resumes an interrupted removal. */
async function removeAll(path: string, lock: FileHandle): Promise<void> {
  const again = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };
  try {
    for (const name of await readdir(path)) if (name !== lockName) await rm(join(path, name), again);
    await rm(path, again);
  } finally {
    await lock.close();
  }
}

/**
 * `flock` locks the inherited open file and exits; the lock belongs to the open file description, so this process holds
 * it until it closes the file or dies.
 * @returns false if another process holds it
 */
async function flock(lock: FileHandle, options: string[]): Promise<boolean> {
  const child = spawn('flock', [...options, '3'], { stdio: ['ignore', 'ignore', 'ignore', lock.fd] });
  const [code] = await once(child, 'exit');
  return code === 0;
}

async function isAt(path: string, lock: FileHandle): Promise<boolean> {
  const [there, held] = await Promise.all([stat(join(path, lockName)).catch(() => null), lock.stat()]);
  return there?.ino === held.ino;
}
