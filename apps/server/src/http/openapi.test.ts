import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';

const service = useService();
const get = (headers: Record<string, string> = {}) => service.app.inject({ url: '/openapi.json', headers });

describe('the OpenAPI document', () => {
  it('is generated and compressed once', async () => {
    const timed = async (times: number) => {
      const begun = performance.now();
      for (let n = 0; n < times; n++) expect((await get({ 'accept-encoding': 'br' })).statusCode).toBe(200);
      return performance.now() - begun;
    };

    const firstMs = await timed(1);

    expect(await timed(10)).toBeLessThan(firstMs);
  });

  it('is the same in every content coding', async () => {
    const plain = await get();
    const br = await get({ 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get({ 'accept-encoding': 'gzip;q=1.0, br;q=0' });

    expect(plain.json().openapi).toBe('3.1.1');
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(br.headers.vary).toContain('accept-encoding');
  });

  it('has the refusals in the language of the reader', async () => {
    const [zh, en] = [await get({ 'accept-language': 'zh-CN' }), await get({ 'accept-language': 'en' })];
    const said = (answer: typeof zh) => answer.json().paths['/creditor/login'].post.responses[400].description;

    expect([said(zh), said(en)]).toEqual([
      expect.stringContaining('账号或密码错误'),
      expect.stringContaining('Wrong account or password.'),
    ]);
    expect(zh.headers.vary).toContain('accept-language');
  });

  it('is not sent again if the client’s ETag matches', async () => {
    const etag = String((await get()).headers.etag);

    const again = await get({ 'if-none-match': `"other", W/${etag}` });

    expect({ status: again.statusCode, body: again.body, etag: again.headers.etag }).toEqual({
      status: 304,
      body: '',
      etag,
    });
    expect((await get({ 'if-none-match': etag, 'accept-encoding': 'br' })).statusCode).toBe(200);
  });
});
