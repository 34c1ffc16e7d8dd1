import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';

let home: string;
/** A used data folder: copying it saves running `initdb`. */
let template: string;

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'pg-')));
  await chmod(home, 0o755);
  template = join(home, 'template');
  await (await open(template)).close();
});

afterAll(() => rm(home, { recursive: true, force: true }));

const open = (dataDir: string) => openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });

async function usedFolder(...names: string[]): Promise<string> {
  const path = join(home, ...names);
  await mkdir(path, { recursive: true });
  execFileSync('cp', ['-a', `${template}/.`, path]);
  return path;
}

const postmaster = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

/** proc(5): field 14, user time. */
const cpuTicks = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[11]);

function statOf(pid: number): { parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : { parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** The server's live processes. */
const serverTree = (pid: number) =>
  [pid, ...readdirSync('/proc').map(Number)].filter(
    (one) => one && (one === pid ? statOf(one) : statOf(one)?.parent === pid),
  );

function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const one of new Set(serverTree(pid))) process.kill(one, signal);
}

const valueOf = (database: Database, sql: string) =>
  database.withClient(async (client) => Object.values((await client.query(sql)).rows[0] ?? {})[0]);

/** Starts another process that opens the database, reports it, and closes it when its input ends. */
function anotherUser(dataDir: string): { child: ChildProcess; opened: Promise<void>; leave(): Promise<number | null> } {
  const script = `
    import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)};
    const database = await openDatabase({ DATA_DIR: ${JSON.stringify(dataDir)}, DATABASE_URL: undefined });
    process.stdout.write('opened');
    process.stdin.on('end', () => database.close()).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const opened = new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.on('exit', () => reject(new Error('It ended before it had opened the database.')));
  });
  const leave = () => {
    child.stdin.end();
    return ended;
  };
  return { child, opened, leave };
}

/**
 * Returns what the server answers to a process of another user, which may pass closed folders, so that only the server
 * can refuse it.
 */
function connectAs(user: number, socketFolder: string): string {
  const script = `
    import pg from 'pg';
    const client = new pg.Client({ host: ${JSON.stringify(socketFolder)}, user: 'proofkeep', database: 'postgres' });
    await client.connect().then(() => console.log('connected'), (error) => console.log(error.message));
    await client.end();`;
  const passage = ['--inh-caps=-all,+dac_read_search', '--ambient-caps=+dac_read_search'];
  const identity = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...passage];
  const args = [...identity, process.execPath, '--input-type=module', '-e', script];
  return execFileSync('setpriv', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
}

describe('the embedded database', () => {
  it('is durable, unprivileged, and reachable through its socket only', async () => {
    const dataDir = await usedFolder('settings');
    const database = await open(dataDir);
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'data_checksums'];
    const values = await Promise.all(settings.map((name) => valueOf(database, `show ${name}`)));
    const status = readFileSync(`/proc/${postmaster(dataDir)}/status`, 'utf8');
    await database.close();

    expect(values).toEqual(['on', 'on', 'on', '', 'on']);
    expect(status).not.toMatch(/^Uid:\t0/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
  });

  it('is created once by two concurrent processes and stopped by the last one', async () => {
    const dataDir = join(home, 'new');
    const users = [anotherUser(dataDir), anotherUser(dataDir)] as const;
    await Promise.all(users.map((user) => user.opened));
    const server = postmaster(dataDir);

    expect(await users[0].leave()).toBe(0);
    const database = await open(dataDir);
    expect(postmaster(dataDir)).toBe(server);
    expect(await users[1].leave()).toBe(0);
    expect(await valueOf(database, 'select 1')).toBe(1);

    await database.close();
    expect(statOf(server)).toBeUndefined();
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['data', 'run', 'server.log']);
  });

  it('never stops while a new process arrives as another leaves', async () => {
    const dataDir = await usedFolder('coming-and-going');
    const visit = async () => {
      for (let i = 0; i < 6; i++) {
        const database = await open(dataDir);
        expect(await Promise.all([1, 2, 3].map((n) => valueOf(database, `select ${n}`)))).toEqual([1, 2, 3]);
        await database.close();
      }
    };

    await Promise.all([visit(), visit(), visit()]);
  });

  it('stays usable after one of its processes was killed', async () => {
    const dataDir = await usedFolder('orphan');
    const user = anotherUser(dataDir);
    await user.opened;
    const server = postmaster(dataDir);
    user.child.kill('SIGKILL');

    const database = await open(dataDir);
    expect(postmaster(dataDir)).toBe(server);
    // The server takes a moment to notice that a client process has died.
    const users = `select count(*)::int from pg_locks where locktype = 'advisory' and mode = 'ShareLock'`;
    await expect.poll(() => valueOf(database, users)).toBe(1);
    await database.close();
    // It exits a moment after its lock file is gone.
    await expect.poll(() => statOf(server)).toBeUndefined();
  });

  it('recovers within ten seconds after all its processes were killed, even for open clients', async () => {
    const dataDir = await usedFolder('killed');
    const database = await open(dataDir);
    await database.transaction((client) => client.query('create table kept as select 42 as answer'));
    signalTree(postmaster(dataDir), 'SIGKILL');

    const killedAt = Date.now();
    const answer = () => valueOf(database, 'select answer from kept').catch(() => undefined);
    await expect.poll(answer, { timeout: 10_000 }).toBe(42);
    expect(Date.now() - killedAt).toBeLessThan(10_000);
    await database.close();
  });

  it('recovers after one of its processes was killed, which ends all connections', async () => {
    const dataDir = await usedFolder('backend-killed');
    const database = await open(dataDir);
    const backend = await valueOf(database, 'select pg_backend_pid()');
    process.kill(Number(backend), 'SIGKILL');

    await expect.poll(() => valueOf(database, 'select 7').catch(() => undefined), { timeout: 10_000 }).toBe(7);
    await database.close();
  });

  it('restarts only when no process of the killed server is left', async () => {
    const dataDir = await usedFolder('outlived');
    const database = await open(dataDir);
    const started = Promise.withResolvers<number>();
    const busy = database.withClient(async (client) => {
      const query = client.query('select count(*) from (select generate_series(1, 20000000)) as rows');
      started.resolve('processID' in client ? Number(client.processID) : 0);
      await query;
    });
    const backend = await started.promise;
    await expect.poll(() => cpuTicks(backend)).toBeGreaterThan(10);
    process.kill(postmaster(dataDir), 'SIGKILL');

    const again = await open(dataDir);
    expect(statOf(backend)).toBeUndefined();
    await again.close();
    await busy.catch(() => {});
    await database.close();
  });

  it('starts although its old process id now belongs to another process', async () => {
    const dataDir = await usedFolder('stale');
    const user = anotherUser(dataDir);
    await user.opened;
    signalTree(postmaster(dataDir), 'SIGKILL');
    user.child.kill('SIGKILL');
    for (const name of ['data/postmaster.pid', 'run/.s.PGSQL.5432.lock']) {
      const path = join(dataDir, 'postgres', name);
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(process.pid)));
    }

    const database = await open(dataDir);
    expect(await valueOf(database, 'select 1')).toBe(1);
    await database.close();
  });

  it('replaces a server that does not answer', async () => {
    const dataDir = await usedFolder('silent');
    const user = anotherUser(dataDir);
    await user.opened;
    const server = postmaster(dataDir);
    signalTree(server, 'SIGSTOP');
    user.child.kill('SIGKILL');

    const database = await open(dataDir);
    expect(postmaster(dataDir)).not.toBe(server);
    await database.close();
  });

  it('works in a folder with a path too long for a socket', async () => {
    const dataDir = await usedFolder(...Array.from({ length: 6 }, (_, i) => `${i}`.repeat(20)));
    const database = await open(dataDir);
    const socketFolder = String(await valueOf(database, 'show unix_socket_directories'));
    await database.close();

    expect(socketFolder.startsWith(dataDir)).toBe(false);
    expect(Buffer.byteLength(`${socketFolder}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
    await rm(socketFolder, { recursive: true });
  });

  it.runIf(process.getuid?.() === 0)(
    'admits no other operating-system user, even in a folder whose old rules trusted everyone',
    async () => {
      const dataDir = await usedFolder('strangers');
      writeFileSync(join(dataDir, 'postgres/data/pg_hba.conf'), 'local all all trust\n');

      const database = await open(dataDir);
      const owner = statSync(join(dataDir, 'postgres/data')).uid;
      expect(connectAs(owner, join(dataDir, 'postgres/run'))).toContain('Peer authentication failed');
      expect(connectAs(0, join(dataDir, 'postgres/run'))).toBe('connected');
      await database.close();
    },
  );

  it.runIf(process.getuid?.() === 0)('works below a folder that only root may enter', async () => {
    const dataDir = await usedFolder('closed', 'data');
    await chmod(join(home, 'closed'), 0o700);

    const database = await open(dataDir);
    expect(await valueOf(database, 'select 1')).toBe(1);
    await database.close();
  });

  it.runIf(process.getuid?.() === 0)('refuses a folder that another user has created for it', async () => {
    const dataDir = await usedFolder('prepared');
    await chown(join(dataDir, 'postgres/run'), 12_345, 12_345);

    await expect(open(dataDir)).rejects.toThrow('belongs to another user');
  });
});
