import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unprivileged } from './spawn.ts';

const profilePrefix = 'proofkeep-profile-';
/** Profiles, and the temporary folders of captures: the process that made one is named in it. */
const ours = new RegExp(`^(?:${profilePrefix}|capture-)(\\d+)-\\w{6}$`);

export async function makeProfile(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `${profilePrefix}${process.pid}-`));
  if (process.getuid?.() === 0) await chown(path, unprivileged, unprivileged);
  return path;
}

/** Removes what killed capture nodes have left in the temporary folder; their browsers died with them. */
export async function sweepLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(ours.exec(name)?.[1]);
    // Another user's folder stays, and is no reason not to start.
    if (pid && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
