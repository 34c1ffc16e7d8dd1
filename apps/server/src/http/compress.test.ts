import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';
import { isCompressible } from './compress.ts';

const service = useService();
const url = '/creditor/price/current';
const ask = (headers: Record<string, string> = {}) => service.app.inject({ url, headers });

describe('a long answer', () => {
  it('is the same in every content coding', async () => {
    const plain = await ask();
    const br = await ask({ 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await ask({ 'accept-encoding': 'gzip;q=1.0, br;q=0' });

    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    const read = (body: Buffer) => JSON.parse(body.toString()).data;
    expect(read(brotliDecompressSync(br.rawPayload))).toEqual(plain.json().data);
    expect(read(gunzipSync(gzip.rawPayload))).toEqual(plain.json().data);
    expect(Number(br.headers['content-length'])).toBe(br.rawPayload.length);
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(br.headers.vary).toBe('accept-encoding');
  });

  it.each([
    ['the browser sends a session without saying where the request began', false, { cookie: 'bq-x-token=t' }],
    ['another site began the request', false, { cookie: 'bq-x-token=t', 'sec-fetch-site': 'cross-site' }],
    ['a page of the site began the request', true, { cookie: 'bq-x-token=t', 'sec-fetch-site': 'same-origin' }],
    ['a program names the session in a header', true, { 'x-auth-token': 't' }],
  ])('is compressed when %s: %s', async (_case, isCompressed, headers) => {
    const answer = await ask({ 'accept-encoding': 'br', ...(headers as Record<string, string>) });

    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding'] === 'br').toBe(isCompressed);
  });
});

it('leaves a short reply uncompressed', async () => {
  const { headers } = await service.app.inject({
    url: '/creditor/dict?name=none',
    headers: { 'accept-encoding': 'br' },
  });

  expect(headers['content-encoding']).toBeUndefined();
});

it('never compresses changes, files and streams', () => {
  const { account, attestations, signIn, uploads } = calls;

  for (const call of [account.register, signIn.newTotp, uploads.upload, attestations.live])
    expect(isCompressible(call)).toBe(false);
  expect(isCompressible(attestations.list)).toBe(true);
});
