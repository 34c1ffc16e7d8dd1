import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';

export interface S3Server {
  /** Address for `STORE_URL`; `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` are set for this process. */
  url(bucket: string): string;
  makeBucket(name: string, o?: { hasLock: boolean }): Promise<void>;
  /** Removes every object of a bucket without versions. */
  empty(bucket: string): Promise<void>;
  close(): Promise<void>;
}

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool', 'ceph-authtool', 'ceph'];
const region = 'us-east-1';
const startLimitMs = 60_000;
const run = promisify(execFile);

/**
 * Starts a real S3 service in memory for one test: Ceph's RADOS Gateway over one monitor and one storage daemon
 * (Debian's `ceph-mon`, `ceph-osd` and `radosgw`), all on loopback.
 * @throws Error if its programs are not installed: the suite fails instead of being skipped
 */
export async function startS3Server(): Promise<S3Server> {
  const absent = programs.filter((name) => !['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, name))));
  if (absent.length > 0)
    throw new Error(`${absent.join(', ')} not installed: run "node scripts/setup.mjs --with-test-tools".`);
  const home = mkdtempSync(join(tmpdir(), 's3-'));
  const [monitorPort, port] = [await freePort(), await freePort()];
  const conf = join(home, 'ceph.conf');
  writeFileSync(conf, configuration(home, { monitorPort, port }));
  for (const name of ['mon', 'osd', 'rgw', 'run']) mkdirSync(join(home, name));
  const env = { PATH: '/usr/bin:/usr/sbin:/bin', CEPH_CONF: conf, LANG: 'C.UTF-8' };
  const once = (program: string, ...args: string[]) => run(program, args, { env, timeout: startLimitMs });
  const daemons: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) =>
    daemons.push(spawn(program, [...args, '-f'], { env, stdio: 'ignore' }));
  const close = async () => {
    for (const daemon of daemons.reverse()) await ended(daemon);
    await rm(home, { recursive: true, force: true });
  };
  try {
    await startStorage(home, { monitorPort, once, start });
    const keys = { id: 'TEST', secret: randomBytes(16).toString('hex') };
    await once(
      'radosgw-admin',
      'user',
      'create',
      '--uid=t',
      '--display-name=t',
      `--access-key=${keys.id}`,
      `--secret-key=${keys.secret}`,
    );
    start('radosgw', '-n', 'client.admin');
    process.env.AWS_ACCESS_KEY_ID = keys.id;
    process.env.AWS_SECRET_ACCESS_KEY = keys.secret;
    const endpoint = `http://127.0.0.1:${port}`;
    await answering(endpoint);
    return {
      url: (bucket) => `s3://${bucket}/evidence-of/here?endpoint=${endpoint}&region=${region}`,
      async makeBucket(Bucket, o) {
        const client = new S3Client({ endpoint, region, forcePathStyle: true });
        await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: o?.hasLock ?? false }));
        client.destroy();
      },
      async empty(Bucket) {
        const client = new S3Client({ endpoint, region, forcePathStyle: true });
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
        for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }));
        client.destroy();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Running {
  monitorPort: number;
  once: (program: string, ...args: string[]) => Promise<unknown>;
  start: (program: string, ...args: string[]) => void;
}

/** Ceph's manual deployment, reduced to the minimum. */
async function startStorage(home: string, { monitorPort, once, start }: Running): Promise<void> {
  const [map, keyring] = [join(home, 'monmap'), join(home, 'keyring')];
  await once('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, '--fsid', randomUUID(), map);
  await once('ceph-authtool', '-C', keyring, '-n', 'mon.', '-g', '--cap', 'mon', 'allow *');
  const all = ['mon', 'osd', 'mgr'].flatMap((what) => ['--cap', what, 'allow *']);
  await once('ceph-authtool', keyring, '-n', 'client.admin', '-g', ...all);
  await once(
    'ceph-authtool',
    keyring,
    '-n',
    'osd.0',
    '-g',
    '--cap',
    'mon',
    'allow profile osd',
    '--cap',
    'osd',
    'allow *',
  );
  await once('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring);
  start('ceph-mon', '-i', 'a');
  const id = randomUUID();
  await once('ceph', 'osd', 'new', id, '0');
  await once('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', id);
  start('ceph-osd', '-i', '0');
}

const configuration = (home: string, { monitorPort, port }: { monitorPort: number; port: number }) => `[global]
mon host = v2:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
osd pool default size = 1
osd pool default min size = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
osd pool default pg num = 4
osd pool default pg autoscale mode = off
mon max pg per osd = 1000
run dir = ${home}/run
keyring = ${home}/keyring
log file = ${home}/$name.log
[mon.a]
mon data = ${home}/mon
mon cluster log file = ${home}/cluster.log
[osd.0]
osd data = ${home}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
[client.admin]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${home}/rgw
rgw dynamic resharding = false
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function answering(endpoint: string): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  while (
    !(await fetch(endpoint).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline) throw new Error('The S3 server does not answer.');
    await sleep(200);
  }
}

async function ended(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const end = new Promise((resolve) => daemon.once('exit', resolve));
  daemon.kill('SIGKILL');
  await end;
}
