import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { attestationCalls as calls, chainCalls, Envelope, uploadCalls } from '@proofkeep/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from '../../apps/server/src/features/uploads/testing/files.ts';
import { credit } from '../kit/credit.ts';
import { Client, type RunningService, startService } from '../kit/service.ts';

const limitMs = 120_000;
const phone = '13900000077';
let home: string;
let service: RunningService;
let client: Client;

const start = () => startService({ dataDir: join(home, 'data'), environment: { CAPTURE_CONCURRENCY: '0' } });

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'stop-'));
  service = await start();
  client = new Client(service);
  await client.register(phone);
  await credit(join(home, 'data'), phone, 10_000_000);
}, limitMs);
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Uploads a file whose second half is sent after a pause. */
async function upload(pauseMs: number): Promise<Envelope> {
  const bytes = await photograph();
  const half = bytes.length / 2;
  const asked = request(`${client.url}${uploadCalls.uploadFile.path}`, {
    method: 'POST',
    headers: { 'x-auth-token': client.token, 'content-type': 'multipart/form-data; boundary=b' },
  });
  const answered = new Promise<Envelope>((resolve, reject) => {
    asked.on('error', reject).on('response', (response) => {
      text(response).then((sent) => resolve(Envelope.parse(JSON.parse(sent))), reject);
    });
  });
  asked.write(
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
  );
  asked.write(bytes.subarray(0, half));
  await sleep(pauseMs);
  asked.write(bytes.subarray(half));
  asked.end('\r\n--b--\r\n');
  return answered;
}

describe('the running service at SIGTERM', { timeout: limitMs }, () => {
  it('completes every request that it has accepted, ends streams with an event, and exits with 0', async () => {
    const live = await client.request(calls.live, {});
    const streamed = live.text();
    const slow = upload(2_000);
    const submits = Array.from({ length: 80 }, async (_, n) => {
      await sleep(n * 12);
      const urls = [`https://page${n}.example/`];
      return client.request(calls.preserveUrls, { urls }).then(
        async (response) => Envelope.parse(await response.json()),
        () => null,
      );
    });
    await sleep(500);

    const begun = performance.now();
    const code = await service.stop('SIGTERM');
    const tookMs = performance.now() - begun;

    const answers = await Promise.all(submits);
    const taken = answers.filter((answer) => answer?.flag);
    const refused = answers.filter((answer) => answer && !answer.flag);
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(20_000);
    expect((await slow).flag).toBe(true);
    expect(await streamed).toContain('event: closing');
    expect(refused.map((answer) => answer?.errorCode).filter((why) => why !== 'ENDING')).toEqual([]);
    expect(taken.length).toBeGreaterThan(5);
    expect(taken.length).toBeLessThan(80);

    const { token } = client;
    service = await start();
    client = Object.assign(new Client(service), { token });
    expect((await client.ask(calls.urlList, {})).total).toBe(taken.length);
  });

  it('exits even if its database is gone for good', async () => {
    const data = join(home, 'lost');
    const lost = await startService({ dataDir: data, environment: { CAPTURE_CONCURRENCY: '0' } });
    const postmaster = readFileSync(join(data, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0];
    rmSync(join(data, 'postgres'), { recursive: true, force: true });
    process.kill(Number(postmaster), 'SIGKILL');
    // Long enough for a call to notice that there is no database.
    expect((await new Client(lost).request(chainCalls.chainInfo, {})).status).toBe(503);

    const begun = performance.now();
    expect(await lost.stop('SIGTERM')).toBe(0);

    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
