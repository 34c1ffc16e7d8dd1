import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { accountCalls, attestationCalls, LeaseAnswer, uploadCalls } from '@proofkeep/contract';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { photograph, sendFile } from '../features/uploads/testing/files.ts';
import { hasFreeSpace } from '../kit/free-space.ts';
import { makeCurrentDatabase, openTestDatabase } from '../testing/database.ts';
import { useService } from '../testing/service.ts';

/** A proxy between the service and its database that can go silent or stop listening. */
const wire = { isSilent: false, sockets: new Set<Socket>(), server: undefined as Server | undefined };
const listenOn = (socketPath: string, port: number) =>
  new Promise<number>((resolve) => {
    const server = createServer((near) => {
      const far = connect(socketPath);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        wire.sockets.add(from);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.on('data', (chunk) => void (wire.isSilent || to.write(chunk)));
      }
    }).listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    wire.server = server;
  });
const cut = () => {
  wire.server?.close();
  for (const socket of wire.sockets) socket.destroy();
  wire.sockets.clear();
};

let behind = { socketPath: '', port: 0 };
const away = useService({
  async database() {
    const { url, drop } = await makeCurrentDatabase();
    const { username, pathname, searchParams } = new URL(url);
    const socketPath = join(searchParams.get('host') ?? '', '.s.PGSQL.5432');
    behind = { socketPath, port: await listenOn(socketPath, 0) };
    const database = await openDatabase({
      DATA_DIR: '/nowhere',
      DATABASE_URL: `postgresql://${username}@127.0.0.1:${behind.port}${pathname}`,
    });
    const close = async () => {
      await database.close();
      cut();
      await drop();
    };
    return { ...database, ...database.forCalls, close };
  },
});

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  return [await work, performance.now() - begun];
}
const readyOf = async (service: typeof away) => (await service.app.inject({ url: '/readyz' })).json();

describe('while the database is unavailable', () => {
  it('calls are refused with DATABASE_AWAY within seconds, and succeed once it is back', async () => {
    const { token } = await away.given.login();
    const read = () => away.ask(accountCalls.accountInfo, {}, { as: token });
    expect((await read()).refused).toBeNull();

    wire.isSilent = true;
    const [[silent, silentMs], [ready, readyMs]] = await Promise.all([timed(read()), timed(readyOf(away))]);
    expect(silent).toMatchObject({ status: 503, refused: 'DATABASE_AWAY', headers: { 'retry-after': '5' } });
    expect(silentMs).toBeLessThan(5_000);
    expect(ready).toMatchObject({ ready: false, database: false, store: true });
    expect(readyMs).toBeLessThan(1_500);

    cut();
    const [gone, goneMs] = await timed(read());
    expect(gone).toMatchObject({ status: 503, refused: 'DATABASE_AWAY' });
    expect(goneMs).toBeLessThan(5_000);

    wire.isSilent = false;
    await listenOn(behind.socketPath, behind.port);
    await vi.waitFor(async () => expect((await read()).refused).toBeNull(), { timeout: 15_000, interval: 300 });
  });

  it('a statement that waits for a row lock times out', async () => {
    const { token, loginId } = await away.given.login();

    await away.database.transaction(async (db) => {
      await db.query('select from login where id = $1 for update', [loginId]);
      const [answer, ms] = await timed(away.ask(accountCalls.rename, { name: '李明' }, { as: token }));
      expect(answer).toMatchObject({ status: 503, refused: 'DATABASE_AWAY' });
      expect(ms).toBeLessThan(6_000);
    });
  });
});

const run = promisify(execFile);
const disk = { folder: '', isReal: false };
// Registered before `useService`: hooks run in reverse order, so this runs last.
afterAll(async () => {
  if (disk.isReal) await run('umount', [disk.folder]);
  await rm(disk.folder, { recursive: true, force: true });
});
const small = useService({
  /** Mounts a file system of 24 MiB, which requires root; otherwise the store is made to report a full disk. */
  async dataDir() {
    disk.folder = await mkdtemp(join(tmpdir(), 'disk-'));
    disk.isReal = await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk.folder]).then(
      () => true,
      () => false,
    );
    return join(disk.folder, 'data');
  },
});

const noSpace = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
async function fillDisk(): Promise<void> {
  if (disk.isReal) return writeFile(join(disk.folder, 'filler'), Buffer.alloc(32 * 2 ** 20)).catch(() => {});
  vi.spyOn(small.store, 'put').mockImplementation(noSpace);
  vi.spyOn(small.store, 'probe').mockImplementation(noSpace);
}
async function emptyDisk(): Promise<void> {
  await rm(join(disk.folder, 'filler'), { force: true });
  vi.restoreAllMocks();
}

describe('while the disk is full', () => {
  it('requests that need space are refused with STORAGE_FULL, and readiness fails', async () => {
    const { token } = await small.given.login();
    const send = async () =>
      sendFile(small, uploadCalls.uploadFile, {}, { as: token, bytes: await photograph(), name: 'a.jpg' });
    expect((await send()).refused).toBeNull();

    await fillDisk();
    await sleep(1_100);
    expect(await send()).toMatchObject({ status: 507, refused: 'STORAGE_FULL' });
    expect(await readyOf(small)).toMatchObject({ ready: false, store: false, database: true });

    await emptyDisk();
    expect((await send()).refused).toBeNull();
    expect(await readyOf(small)).toMatchObject({ store: true });
  });

  it('free space equals the file system’s free space', async () => {
    expect(await hasFreeSpace([disk.folder], 0)).toBe(true);
    expect(await hasFreeSpace(['/', disk.folder], 2 ** 60)).toBe(false);
  });
});

const isRoot = process.getuid?.() === 0;
const wal = { folder: '', filler: '' };
// Registered before `useService`, so that this runs after its database has stopped.
afterAll(async () => {
  if (isRoot) await run('umount', [join(wal.folder, 'wal')]);
  await rm(wal.folder, { recursive: true, force: true });
});
const crowded = useService({
  /** An embedded PostgreSQL whose write-ahead log is on a file system of 64 MiB, of which a file takes 20. */
  async database() {
    if (!isRoot) return openTestDatabase();
    wal.folder = await mkdtemp(join(tmpdir(), 'wal-'));
    await chmod(wal.folder, 0o755);
    const DATA_DIR = join(wal.folder, 'data');
    await (await openDatabase({ DATA_DIR, DATABASE_URL: undefined })).close();
    const [place, target] = [join(DATA_DIR, 'postgres', 'data', 'pg_wal'), join(wal.folder, 'wal')];
    const { uid, gid } = await stat(place);
    await mkdir(target);
    await run('mount', ['-t', 'tmpfs', '-o', `size=64m,mode=700,uid=${uid},gid=${gid}`, 'tmpfs', target]);
    await run('cp', ['-a', `${place}/.`, target]);
    await rm(place, { recursive: true });
    await symlink(target, place);
    wal.filler = join(target, 'filler');
    await writeFile(wal.filler, Buffer.alloc(20 * 2 ** 20));
    const database = await openDatabase({ DATA_DIR, DATABASE_URL: undefined });
    return { ...database, ...database.forCalls };
  },
});

/** Writes to the write-ahead log until PostgreSQL stops. */
async function fillWriteAheadLog(): Promise<void> {
  const write = () =>
    crowded.database.pool.query(`select pg_logical_emit_message(false, 'fill', repeat('x', 4 * 1024 * 1024))`);
  for (let n = 0; n < 40; n++) if (!(await write().catch(() => null))) return;
  throw new Error('The write-ahead log did not fill up.');
}

describe('while the disk of the write-ahead log is full', () => {
  it.runIf(isRoot)(
    'and PostgreSQL is down, calls are refused within seconds and readiness fails; once there is space again, it returns with everything that was acknowledged',
    { timeout: 120_000 },
    async () => {
      const { token } = await crowded.given.login();
      const rename = (name: string) => crowded.ask(accountCalls.rename, { name }, { as: token });
      const read = () => crowded.ask(accountCalls.accountInfo, {}, { as: token });
      expect((await rename('李明')).refused).toBeNull();

      await fillWriteAheadLog();
      for (let n = 0; n < 3; n++) {
        const [[changed, changedMs], [ready, readyMs]] = await Promise.all([
          timed(rename('赵敏')),
          timed(readyOf(crowded)),
        ]);
        expect([
          [503, 'DATABASE_AWAY'],
          [507, 'STORAGE_FULL'],
        ]).toContainEqual([changed.status, changed.refused]);
        expect(Number(changed.headers['retry-after'])).toBeGreaterThan(0);
        expect(ready).toMatchObject({ ready: false, database: false });
        expect(changedMs).toBeLessThan(6_000);
        expect(readyMs).toBeLessThan(2_000);
      }

      await rm(wal.filler);
      await vi.waitFor(async () => expect((await read()).refused).toBeNull(), { timeout: 90_000, interval: 500 });
      expect((await read()).data).toMatchObject({ name: '李明' });
      expect((await rename('赵敏')).refused).toBeNull();
    },
  );
});

let hasSpace = true;
const floor = useService({ hasSpace: async () => hasSpace });

describe('below the minimum free space', () => {
  it('no capture is accepted or started, and nothing is charged', async () => {
    const { token } = await floor.given.login();
    const submit = () => floor.ask(attestationCalls.preserveUrls, { urls: ['https://page.example/'] }, { as: token });
    const lease = async () => {
      const clock = { sentAt: floor.now.toISOString(), offset: { offsetMs: 0, uncertaintyMs: 5 } };
      const response = await floor.app.inject({
        method: 'POST',
        url: '/node/lease',
        headers: { authorization: `Bearer ${'x'.repeat(32)}` },
        payload: { node: 'one', waitMs: 0, clock },
      });
      return LeaseAnswer.parse(response.json()).offer;
    };
    expect((await submit()).refused).toBeNull();

    hasSpace = false;
    expect(await submit()).toMatchObject({ status: 507, refused: 'STORAGE_FULL' });
    expect(await lease()).toBeNull();
    const { rowCount } = await floor.database.pool.query('select from attestation');
    expect(rowCount).toBe(1);

    hasSpace = true;
    expect(await lease()).not.toBeNull();
  });
});
