import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, type FileHandle, mkdtemp, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Short, as the path of a socket below it may have 107 bytes (unix(7)). The number is that of the process, for people who look;
 * only the lock decides who owns a folder.
 */
const ours = /^pk-\d+-\w{6}$/;
const lockName = 'lock';

export interface OwnFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Makes a temporary folder that is owned by a lock (flock(2)) for as long as this process lives: processes that share the
 * temporary folder may be in other containers, where process numbers say nothing. Other users may pass through it, so that a
 * browser that is one can have a folder inside.
 */
export async function makeOwnFolder(): Promise<OwnFolder> {
  for (;;) {
    const path = await mkdtemp(join(tmpdir(), `pk-${process.pid}-`));
    // A sweep may take the folder away until it is locked; then another is made.
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

/** Removes what killed captures and nodes have left in the temporary folder; their browsers died with them. */
export async function sweepLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => ours.test(name));
  // Another user's folder stays, and is no reason not to start.
  for (const name of names) await removeIfLeft(join(tmpdir(), name)).catch(() => {});
}

async function removeIfLeft(path: string): Promise<void> {
  const lock = await open(join(path, lockName)).catch(() => null);
  // Its maker died before it had a lock; with anything in it the folder stays.
  if (!lock) return rmdir(path);
  if (await flock(lock, ['--nonblock'])) await removeAll(path, lock);
  else await lock.close();
}

/** The lock goes last: a removal that was cut short is taken up by the next sweep. */
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
 * The program locks the open file that it inherits and ends; the lock belongs to the open file, so this process holds it
 * until it closes the file or dies. @returns false where another process holds it
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
