import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

const stopLimitMs = 10_000;

/**
 * Removes the lock files of a dead server whose process id now belongs to another process, for example after a reboot:
 * PostgreSQL would take that process for its predecessor and never start. Locks of an unused process id are left to
 * PostgreSQL, and so are surviving child processes: it finds them by their shared memory and waits.
 */
export async function clearStaleLocks(cluster: Cluster): Promise<void> {
  for (const path of [join(cluster.data, 'postmaster.pid'), join(cluster.socketFolder, '.s.PGSQL.5432.lock')]) {
    const pid = await pidIn(path);
    if (pid !== undefined && isAlive(pid) && !(await isServerOf(cluster, pid))) await rm(path, { force: true });
  }
}

/**
 * Fast shutdown; returns when the server is down. SIGQUIT makes it immediate, without the checkpoint: PostgreSQL
 * recovers at the next start.
 */
export async function stopServer(cluster: Cluster, signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  const pid = await postmasterOf(cluster);
  if (pid === undefined) return;
  process.kill(pid, signal);
  for (let waitedMs = 0; waitedMs < stopLimitMs && (await isServerOf(cluster, pid)); waitedMs += 20) await sleep(20);
}

/** Kills an unresponsive server with all its processes. PostgreSQL recovers at the next start. */
export async function killServer(cluster: Cluster): Promise<void> {
  const pid = await postmasterOf(cluster);
  if (pid === undefined) return;
  for (const one of [pid, ...(await childrenOf(pid))]) if (isAlive(one)) process.kill(one, 'SIGKILL');
}

async function postmasterOf(cluster: Cluster): Promise<number | undefined> {
  const pid = await pidIn(join(cluster.data, 'postmaster.pid'));
  return pid !== undefined && (await isServerOf(cluster, pid)) ? pid : undefined;
}

/** The server's lock file, including its process id and `starting`, `stopping` or `ready`; empty without one. */
export const statusOf = (cluster: Cluster): Promise<string> =>
  readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '');

async function pidIn(path: string): Promise<number | undefined> {
  const [line] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  const pid = Number(line);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/** Compares the command line; without /proc, any process with that id counts as the server. */
async function isServerOf(cluster: Cluster, pid: number): Promise<boolean> {
  if (!existsSync('/proc/self')) return isAlive(pid);
  const [, ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  return args[args.indexOf('-D') + 1] === cluster.data;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_, i) => parents[i] === parent);
}

/** The fourth field of /proc/<pid>/stat (proc(5)); the second, in parentheses, may hold anything. */
async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const field = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return field === undefined ? undefined : Number(field);
}
