import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { attestationCalls, Envelope, uploadCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { photograph } from '../features/uploads/testing/files.ts';
import { useService } from '../testing/service.ts';

const service = useService();

/** Starts uploading a file and stops halfway. */
function beginUpload(origin: string, token: string, bytes: Uint8Array) {
  const asked = request(`${origin}${uploadCalls.uploadFile.path}`, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'multipart/form-data; boundary=b' },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    asked.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  asked.write(
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
  );
  asked.write(bytes.subarray(0, bytes.length / 2));
  return { asked, answered };
}

/** Uploads a file in two halves with a pause between them. */
async function upload(origin: string, token: string, pauseMs: number): Promise<number | undefined> {
  const bytes = await photograph();
  const { asked, answered } = beginUpload(origin, token, bytes);
  await sleep(pauseMs);
  asked.write(bytes.subarray(bytes.length / 2));
  asked.end('\r\n--b--\r\n');
  return answered;
}

const impatient = useService({ app: { finishMs: 700 } });

describe('a service that is shutting down', () => {
  it('cuts off a call that does not finish in time, without a trace of its change', async () => {
    const { token, loginId } = await impatient.given.login();
    const origin = await impatient.app.listen({ port: 0, host: '127.0.0.1' });
    const endless = beginUpload(origin, token, await photograph()).answered.then(
      () => 'answered',
      ({ code }) => code,
    );
    await sleep(200);

    const begun = performance.now();
    await impatient.app.close();

    const tookMs = performance.now() - begun;
    expect(await endless).toBe('ECONNRESET');
    expect(tookMs).toBeGreaterThanOrEqual(650);
    expect(tookMs).toBeLessThan(5_000);
    expect(await impatient.database.pool.query('select from upload where person_id = $1', [loginId])).toMatchObject({
      rowCount: 0,
    });
  });

  it('completes calls in progress, ends live streams with an event, and accepts nothing new', async () => {
    const holder = await service.given.login();
    await service.given.credit(holder, 1_000_000);
    const origin = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { 'x-auth-token': holder.token, 'content-type': 'application/json' };
    const submit = async (n: number) => {
      const body = JSON.stringify({ urls: [`https://page${n}.example/`] });
      const response = await fetch(`${origin}${attestationCalls.preserveUrls.path}`, { method: 'POST', headers, body });
      return Envelope.parse(await response.json());
    };
    const live = await fetch(`${origin}${attestationCalls.live.path}`, { headers });
    const text = live.text();
    const slow = upload(origin, holder.token, 800);
    const submits = Array.from({ length: 60 }, async (_, n) => {
      await sleep(n * 10);
      return submit(n).catch(() => null);
    });
    await sleep(300);

    const begun = performance.now();
    await service.app.close();

    const tookMs = performance.now() - begun;
    const answers = await Promise.all(submits);
    const { rowCount } = await service.database.pool.query('select from attestation where account_id = $1', [
      holder.accountId,
    ]);
    const taken = answers.filter((answer) => answer?.flag).length;
    expect(taken).toBe(rowCount);
    expect(taken).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer && !answer.flag).every((answer) => answer?.errorCode === 'ENDING')).toBe(
      true,
    );
    expect(await slow).toBe(200);
    expect(await text).toContain('event: closing');
    expect(tookMs).toBeLessThan(20_000);
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  });
});
