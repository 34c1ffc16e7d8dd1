import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attestationCalls as calls, type ReceivedFile, uploadsPath } from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyHere } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { commandLineOf, processes } from '../kit/processes.ts';
import { Client, freePort, type RunningService, startService } from '../kit/service.ts';
import { untilAnswered } from '../kit/service-pair.ts';

const phone = '13900000031';
const uploads = byTestLength({ short: 2, long: 8 });
const kills = byTestLength({ short: 2, long: 40 });
const megabytes = byTestLength({ short: 6, long: 48 });
const pieceBytes = 256 * 1024;
/** Longest random pause before the next kill. */
const calmMs = 900;
const limitMs = byTestLength({ short: 240_000, long: 1_800_000 });

let home: string;
let dataDir: string;
let port: number;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'uploads-kill-'));
  dataDir = join(home, 'data');
  port = await freePort();
  service = await start();
  client = new Client({ url: `http://127.0.0.1:${port}` });
  await client.register(phone);
  await credit(dataDir, phone, 100_000);
});
afterAll(async () => {
  await service.stop();
  for (const pid of processes().filter((one) => commandLineOf(one).includes(home))) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const start = () => startService({ dataDir, port, environment: { CAPTURE_CONCURRENCY: '0', LOG_LEVEL: 'fatal' } });

const tus = (method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
  fetch(`${client.url}${path}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', 'x-auth-token': client.token, ...headers },
    ...(body ? { body: new Uint8Array(body) } : {}),
  }).then(async (answer) => {
    await answer.arrayBuffer();
    if (answer.status >= 500 || answer.status === 423) throw new Error(`${answer.status}`);
    return answer;
  });

interface Sent {
  path: string;
  bytes: Buffer;
  /** Offsets that the service returned although it had acknowledged more. */
  lost: number[];
}

/** Sends a file in pieces; after each failure it asks for the offset to resume from. */
async function send(bytes: Buffer): Promise<Sent> {
  const created = await untilAnswered(client, () =>
    tus('POST', uploadsPath, { 'upload-length': String(bytes.length) }),
  );
  const path = created.headers.get('location') ?? '';
  const lost: number[] = [];
  let acknowledged = 0;
  while (acknowledged < bytes.length) {
    const head = await untilAnswered(client, () => tus('HEAD', path));
    const at = Number(head.headers.get('upload-offset'));
    if (at < acknowledged) lost.push(at);
    acknowledged = at;
    const headers = { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' };
    const answer = await tus('PATCH', path, headers, bytes.subarray(at, at + pieceBytes)).catch(() => null);
    if (answer?.status === 204) acknowledged = Number(answer.headers.get('upload-offset'));
  }
  return { path, bytes, lost };
}

async function finish({ path, bytes }: Sent): Promise<ReceivedFile> {
  const stated = { sha256: hash('sha256', bytes), sm3: hash('sm3', bytes) };
  for (;;) {
    const input = { id: path.split('/').at(-1) ?? '', ...stated };
    const { file } = await untilAnswered(client, () => client.ask(calls.finishUpload, input));
    if (file) return file;
  }
}

describe('a server killed at random during uploads', () => {
  it(
    'loses nothing that it acknowledged, and seals the right files',
    async () => {
      let isOver = false;
      let killed = 0;
      const killing = (async () => {
        while (!isOver && killed < kills) {
          await sleep(200 + Math.random() * calmMs);
          if (isOver) break;
          await service.kill();
          killed++;
          service = await start();
        }
      })();
      // Uploads follow each other until the last kill.
      const lanes = Array.from({ length: uploads }, async () => {
        const received: { file: ReceivedFile; bytes: Buffer }[] = [];
        do {
          const sent = await send(randomBytes(megabytes * 2 ** 20));
          expect(sent.lost).toEqual([]);
          received.push({ file: await finish(sent), bytes: sent.bytes });
        } while (killed < kills && received.length < 10);
        return received.at(-1) as { file: ReceivedFile; bytes: Buffer };
      });
      const received = await Promise.all(lanes);
      isOver = true;
      await killing;

      expect(killed).toBeGreaterThan(0);
      for (const { file, bytes } of received)
        expect(file).toMatchObject({ sizeBytes: bytes.length, sha256: hash('sha256', bytes), sm3: hash('sm3', bytes) });
      const files = received.map(({ file }, i) => ({ fileId: file.fileId, name: `${i}.bin` }));
      const { attestation } = await client.ask(calls.preserveFiles, { files });
      await service.kill();
      service = await start();
      const stateOf = async () => (await client.ask(calls.list, { search: attestation.ano })).list[0]?.state;
      await expect.poll(stateOf, { timeout: 90_000, interval: 500 }).toBe('succeeded');
      const zip = join(home, 'bundle.zip');
      writeFileSync(zip, await client.bytes(calls.bundle, { attestationNo: attestation.ano }));
      const verified = await verifyHere(zip, { DATA_DIR: dataDir });
      expect(verified.code, verified.stdout).toBe(0);
    },
    limitMs,
  );
});
