// Uploads a large file with tus to a real service, which computes both digests, and compares it with concurrent
// `openssl dgst -sha256`, `openssl dgst -sm3` and `cp` on the same file, alternately. Then runs ten uploads
// concurrently. `node bench/upload/run.ts [GiB] [rounds]`
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Client, startService } from '../../e2e/kit/service.ts';
import { attestationCalls as calls, uploadsPath } from '../../libs/contract/src/index.ts';
import { median, printTable } from '../kit/table.ts';

const run = promisify(execFile);
const sizeBytes = Math.round(Number(process.argv[2] ?? 4) * 2 ** 30);
const rounds = Number(process.argv[3] ?? 3);
const pieceBytes = 64 * 2 ** 20;
const atOnce = 10;

const home = await mkdtemp(join(tmpdir(), 'bench-upload-'));
const file = join(home, 'file');
const service = await startService({ dataDir: join(home, 'data'), environment: { CAPTURE_CONCURRENCY: '0' } });
const client = new Client(service);

const rssMiB = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Runs work and returns its duration in seconds and the largest growth of the server's memory. */
async function measured(work: () => Promise<unknown>): Promise<{ seconds: number; grownMiB: number }> {
  const before = rssMiB();
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, rssMiB());
  }, 50);
  const begunAt = performance.now();
  await work();
  const seconds = (performance.now() - begunAt) / 1000;
  clearInterval(watching);
  return { seconds, grownMiB: most - before };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begunAt = performance.now();
  await work();
  return (performance.now() - begunAt) / 1000;
}

function send(method: string, path: string, headers: Record<string, string | number>, range?: [number, number]) {
  return new Promise<Record<string, unknown>>((resolve, reject) => {
    const sending = request(`${service.url}${path}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', 'x-auth-token': client.token, ...headers },
    });
    sending.on('response', (answer) => {
      answer.resume();
      if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${method} ${path}: ${answer.statusCode}`));
      else answer.on('end', () => resolve(answer.headers));
    });
    sending.on('error', reject);
    if (!range) return sending.end();
    const [start, end] = range;
    pipeline(createReadStream(file, { start, end: end - 1, highWaterMark: 2 ** 20 }), sending).catch(reject);
  });
}

async function upload(size: number): Promise<{ sha256: string; sm3: string }> {
  const created = await send('POST', uploadsPath, { 'upload-length': size });
  const path = String(created.location);
  for (let at = 0; at < size; at += pieceBytes) {
    const end = Math.min(size, at + pieceBytes);
    const type = { 'content-type': 'application/offset+octet-stream' };
    await send('PATCH', path, { 'upload-offset': at, 'content-length': end - at, ...type }, [at, end]);
  }
  for (;;) {
    const { file: done } = await client.ask(calls.finishUpload, { id: path.split('/').at(-1) ?? '' });
    if (done) return done;
  }
}

const openssl = async (algorithm: string) =>
  (await run('openssl', ['dgst', `-${algorithm}`, '-r', file])).stdout.split(' ')[0];

try {
  await client.register('13900000001');
  const random = spawn('openssl', ['enc', '-aes-128-ctr', '-pass', 'pass:x', '-nosalt', '-in', '/dev/zero'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const write = createWriteStream(file);
  let written = 0;
  for await (const chunk of random.stdout) {
    const rest = (chunk as Buffer).subarray(0, sizeBytes - written);
    written += rest.length;
    if (!write.write(rest)) await once(write, 'drain');
    if (written === sizeBytes) break;
  }
  random.kill();
  write.end();
  await once(write, 'finish');

  const rows: string[][] = [];
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    let wanted: (string | undefined)[] = [];
    const copy = join(home, 'copy');
    const bare = await secondsOf(async () => {
      const copied = run('cp', [file, copy]);
      wanted = await Promise.all([openssl('sha256'), openssl('sm3')]);
      await copied;
    });
    await rm(copy);
    let found = { sha256: '', sm3: '' };
    const { seconds, grownMiB } = await measured(async () => {
      found = await upload(sizeBytes);
    });
    if (found.sha256 !== wanted[0] || found.sm3 !== wanted[1]) throw new Error('The digests differ.');
    ratios.push(bare / seconds);
    rows.push([`${round}`, bare.toFixed(1), seconds.toFixed(1), (bare / seconds).toFixed(2), grownMiB.toFixed(0)]);
  }
  printTable(['round', 'openssl ×2 and cp, s', 'upload, s', 'ratio', 'memory, MiB more'], rows);
  console.log(`\nmedian ratio ${median(ratios).toFixed(2)}`);
  const part = Math.floor(sizeBytes / atOnce);
  const ten = await measured(() => Promise.all(Array.from({ length: atOnce }, () => upload(part))));
  console.log(
    `${atOnce} uploads of ${(part / 2 ** 20).toFixed(0)} MiB at once: ${ten.seconds.toFixed(1)} s, ${ten.grownMiB.toFixed(0)} MiB more memory`,
  );
} finally {
  await service.stop();
  await rm(home, { recursive: true, force: true });
}
