import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from './serve-site.ts';

const script = 'export const answer = 42;\n'.repeat(200);
const folder = `${mkdtempSync(join(tmpdir(), 'site-'))}/`;
const logged: string[] = [];
let app: FastifyInstance;

beforeAll(async () => {
  for (const name of ['assets', '.vite']) mkdirSync(`${folder}${name}`);
  writeFileSync(
    `${folder}index.html`,
    '<html lang="zh-CN"><head><title>存真</title>\n  </head><body><div id="root"></div></body></html>',
  );
  const page = (zh: string, en: string) => ({
    title: [zh, en],
    scripts: ['assets/page-1.js'],
  });
  const listed = {
    '/home': page('首页', 'Home'),
    '/attestation/{ano}': page('存证 {ano}', 'Attestation {ano}'),
    '/attestation/list': page('存证', 'Evidence'),
    'not found': page('没有找到这个页面', 'Page not found'),
  };
  writeFileSync(`${folder}.vite/pages.json`, JSON.stringify(listed));
  writeFileSync(`${folder}assets/page-1.js`, script);
  writeFileSync(`${folder}assets/page-1.js.br`, brotliCompressSync(script));
  writeFileSync(`${folder}assets/page-1.js.gz`, gzipSync(script));
  app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } });
  await app.register(cookie);
  const page404 = await serveSite(app, { folder, publicUrl: 'https://proofkeep.example' });
  app.setNotFoundHandler((request, reply) => page404?.(request, reply) ?? reply.status(404).send({}));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const open = (url: string, headers: Record<string, string> = {}) => get(url, { accept: 'text/html,*/*', ...headers });

describe('a file named by its digest', () => {
  it('is sent as the build compressed it, by Accept-Encoding', async () => {
    const br = await get('/assets/page-1.js', { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get('/assets/page-1.js', { 'accept-encoding': 'gzip, br;q=0' });
    const plain = await get('/assets/page-1.js');

    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
    expect(plain.body).toBe(script);
    expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(br.headers['content-type']).toMatch(/javascript/);
  });

  it('is cached permanently, separately for each coding', async () => {
    const answers = [await get('/assets/page-1.js', { 'accept-encoding': 'br' }), await get('/assets/page-1.js')];

    for (const { headers } of answers) {
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers.vary).toContain('accept-encoding');
    }
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(2);
  });

  it('can be read in ranges, each a range of one coding', async () => {
    const plain = await get('/assets/page-1.js', { range: 'bytes=7-11' });
    const br = await get('/assets/page-1.js', { range: 'bytes=0-3', 'accept-encoding': 'br' });

    expect([plain.statusCode, plain.body]).toEqual([206, 'const']);
    expect(br.statusCode).toBe(206);
    expect(br.rawPayload).toEqual(brotliCompressSync(script).subarray(0, 4));
    expect(br.headers['content-encoding']).toBe('br');
  });

  it('is not confused with its compressed copy, the document or the list of pages', async () => {
    for (const path of ['/assets/page-1.js.br', '/index.html', '/.vite/pages.json'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  });
});

describe('the document of a page', () => {
  it.each([
    ['/home', {}, 'zh-CN', '首页'],
    ['/home?from=mail', { 'accept-language': 'en-GB,en;q=0.9' }, 'en-US', 'Home'],
    ['/home/', { 'accept-language': 'fr, zh;q=0.5, en;q=0.9' }, 'en-US', 'Home'],
    ['/home', { 'accept-language': 'en', cookie: 'bq-language=zh' }, 'zh-CN', '首页'],
    ['/home', { cookie: 'bq-language=en' }, 'en-US', 'Home'],
    ['/attestation/list', {}, 'zh-CN', '存证'],
    ['/attestation/PK1', {}, 'zh-CN', '存证 PK1'],
    ['/attestation/%3Cscript%3E', {}, 'zh-CN', '存证 &lt;script&gt;'],
    ['/ATTESTATION/LIST', {}, 'zh-CN', '存证'],
  ])('%s requested with %j is in %s and titled “%s”', async (url, headers, language, title) => {
    const { statusCode, body } = await open(url, headers);

    expect(statusCode).toBe(200);
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`<title>${title}</title>`);
  });

  it('names the scripts of the page, so that the browser asks for all at once', async () => {
    const { body } = await open('/home');

    expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/page-1.js">');
  });

  it('names the address at which the service is reached', async () => {
    expect((await open('/home')).body).toContain('<meta name="public-url" content="https://proofkeep.example">');
  });

  it('is revalidated each time, and sent again only if it changed', async () => {
    const { headers } = await open('/home');

    const again = await open('/home', { 'if-none-match': String(headers.etag) });
    const inEnglish = await open('/home', { 'if-none-match': String(headers.etag), 'accept-language': 'en' });

    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language, cookie' });
    expect([again.statusCode, again.body, inEnglish.statusCode]).toEqual([304, '', 200]);
  });

  it('is sent once, even for a path without a page', async () => {
    await open('/home');
    await open('/nothing');
    await get('/nothing');

    expect(logged).toEqual([]);
  });

  it('is compressed', async () => {
    const { headers, rawPayload } = await open('/home', { 'accept-encoding': 'br' });

    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toContain('<title>首页</title>');
  });
});

it.each(['/nothing', '/attestation', '/attestation/', '/home/more', '//', '/..%2f'])(
  'answers %s, which the site doesn’t have, with 404 and the site’s own page',
  async (url) => {
    const { statusCode, body } = await open(url);

    expect(statusCode).toBe(404);
    expect(body).toContain('<title>没有找到这个页面</title>');
  },
);

it('leaves requests that don’t open a page to the API', async () => {
  expect((await get('/nothing', { accept: 'application/json' })).json()).toEqual({});
  expect((await app.inject({ method: 'POST', url: '/home', headers: { accept: 'text/html' } })).json()).toEqual({});
});
