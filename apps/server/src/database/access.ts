import { open, readFile, rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type Cluster, role } from './cluster.ts';

/**
 * Admits only the operating-system user of this process, as the kernel reports the socket's peer; not even the user the
 * server runs as. Call it before the server starts, which is when it reads both files. PostgreSQL 18, §20.1
 * (pg_hba.conf), §20.2 (pg_ident.conf), §20.9 (peer).
 */
export async function admitOwnUserOnly(cluster: Cluster): Promise<void> {
  const { username } = userInfo();
  await replaceFile(cluster, 'pg_ident.conf', `own "${username.replaceAll('"', '""')}" ${role}\n`);
  await replaceFile(cluster, 'pg_hba.conf', `local all ${role} peer map=own\n`);
}

/** Atomic rename: another process may be starting the server right now. */
async function replaceFile({ data, user }: Cluster, name: string, text: string): Promise<void> {
  const path = join(data, name);
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  const temporary = `${path}.${process.pid}`;
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    if (user !== undefined) await file.chown(user, user);
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
