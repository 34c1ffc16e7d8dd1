import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openZip } from '@proofkeep/bundle';
import { fileSource } from '@proofkeep/bundle/node';
import { message } from '@proofkeep/contract';
import { startSampleSite, waczRecords } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WARCParser, type WARCRecord } from 'warcio';
import { type Captured, capture } from '../testing/capture.ts';

/** Bytes sent of a body that is declared ten times as long. */
const begunBytes = 5000;
const page = `<!doctype html><title>Truth</title><p>What came, as it came.</p><script>
const give = (path, o) => fetch(path, o).then((answer) => answer.text()).catch(() => {});
(async () => {
  await give('/kept'); await give('/kept');
  await give('/head', { method: 'HEAD' });
  await give('/no-content'); await give('/once');
  give('/cut');
  await give('http://127.0.0.2:' + location.port + '/withheld');
  const stop = new AbortController();
  const { body } = await fetch('/endless', { signal: stop.signal });
  const reader = body.getReader();
  for (let read = 0; read < ${begunBytes}; ) read += (await reader.read()).value.length;
  stop.abort();
  const begun = (path) => give('/begun?' + path);
  const image = new Image();
  image.src = '/image';
  await begun('/image');
  image.src = 'data:,';
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.src = '/frame';
  await begun('/frame');
  frame.remove();
})();
</script>`;

let hasMoved = false;
/** 200 × 200 pixels of 24 bits; a browser that can't decode an image abandons it by itself. */
const bitmap = Buffer.alloc(54 + 200 * 600);
bitmap.write('BM');
for (const [at, value] of [
  [2, bitmap.length],
  [10, 54],
  [14, 40],
  [18, 200],
  [22, 200],
  [26, 1 + (24 << 16)],
] as const)
  bitmap.writeUInt32LE(value, at);
/** When the first, never-ending response of each URL began. */
const givenUp = new Map<string, number>();
/** Gives the browser time to receive what was sent. */
async function untilBegun(path: string): Promise<void> {
  while (performance.now() - (givenUp.get(path) ?? Number.POSITIVE_INFINITY) < 500 || !givenUp.has(path))
    await sleep(50);
}
const begun = Buffer.alloc(begunBytes, 'x');

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { url = '/' } = request;
  const begin = () => response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 50_000 }).write(begun);
  if (url === '/') response.writeHead(301, 'Went Away', { location: '/page' }).end('<h1>Moved</h1>');
  else if (url === '/once' && !hasMoved) {
    hasMoved = true;
    response.writeHead(302, { location: '/page' }).end('For the first one alone');
  } else if (url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  else if (url === '/kept' && request.headers['if-none-match'])
    response.writeHead(304, 'Same As Before', { etag: '"1"', 'x-of': 'the 304' }).end();
  else if (url === '/kept') response.writeHead(200, { etag: '"1"', 'cache-control': 'no-cache' }).end('kept');
  else if (url === '/head') response.writeHead(200, { 'content-length': 5 }).end();
  else if (url === '/no-content') response.writeHead(204).end();
  else if (url === '/withheld') response.writeHead(200, 'Not For You', { 'content-type': 'text/csv' }).end('a,b');
  else if (url === '/cut') begin();
  else if (url === '/endless') begin();
  else if (url.startsWith('/begun?')) untilBegun(url.slice('/begun?'.length)).then(() => response.end());
  else if ((url === '/image' || url === '/frame') && !givenUp.has(url)) {
    givenUp.set(url, performance.now());
    const isImage = url === '/image';
    const length = isImage ? bitmap.length : 50_000;
    response.writeHead(200, { 'content-type': isImage ? 'image/bmp' : 'text/html', 'content-length': length });
    response.write(isImage ? bitmap.subarray(0, begun.length) : begun);
  } else if (url === '/image' || url === '/frame') response.writeHead(410).end();
  else response.writeHead(404).end();
  if (url === '/cut') setTimeout(() => response.destroy(), 100);
}

interface Kept {
  record: WARCRecord;
  payload: Uint8Array;
}

const servers: Server[] = [];
let origin: string;
let captured: Captured;
const asked: IncomingMessage[] = [];
const records: Kept[] = [];

const of = (path: string, ...types: string[]): Kept[] =>
  records.filter(({ record }) => record.warcTargetURI === origin + path && types.includes(record.warcType ?? ''));
/** Exact bytes of the exchange, streamed or fetched at its end, depending on timing. */
const ofTheExchange = expect.stringMatching(/^(stream|network)$/);
const metadataOf = (kept: Kept | undefined) => JSON.parse(kept?.record.warcHeader('WARC-JSON-Metadata') ?? '{}');

/** @returns the port */
async function serve(host: string, port: number): Promise<number> {
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  const port = await serve('127.0.0.1', 0);
  await serve('127.0.0.2', port);
  origin = `http://127.0.0.1:${port}`;
  captured = await capture({ url: `${origin}/`, egressAllow: [`127.0.0.1:${port}`, `127.0.0.2:${port}`] });
  const zip = await openZip(await fileSource(join(captured.workDir, 'page.wacz')));
  for await (const record of new WARCParser(zip.chunks('archive/data.warc.gz'), { keepHeadersCase: true }))
    records.push({ record, payload: await record.readFully(true) });
}, 60_000);

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await captured.remove();
});

describe('the record', () => {
  it('keeps a 304 as sent, beside the response that it confirms', () => {
    const [first, ...others] = of('/kept', 'response');
    const [revisit] = of('/kept', 'revisit');

    expect(first?.record.httpHeaders?.statusline).toBe('HTTP/1.1 200 OK');
    expect(Buffer.from(first?.payload ?? []).toString()).toBe('kept');
    expect(metadataOf(first).body).toEqual(ofTheExchange);
    expect(others).toEqual([]);
    expect(revisit?.record.httpHeaders?.statusline).toBe('HTTP/1.1 304 Same As Before');
    expect(revisit?.record.httpHeaders?.headers.get('x-of')).toBe('the 304');
    expect(revisit?.payload).toHaveLength(0);
    expect(metadataOf(revisit).body).toBe('none');
  });

  it.each(['/head', '/no-content'])('marks the answer of %s as finished', (path) => {
    const [answered] = of(path, 'response');

    expect(metadataOf(answered)).toMatchObject({ outcome: 'finished', body: 'none' });
    expect(answered?.record.warcHeader('WARC-Truncated')).toBeUndefined();
  });

  it.each([
    ['an image that the page gave up', '/image', 'failed', 'unspecified'],
    ['a frame that the page removed', '/frame', 'pending', 'time'],
  ])('states how many bytes of %s arrived, even if the browser provides none', (_, path, outcome, truncated) => {
    const [answered] = of(path, 'response');

    expect(metadataOf(answered)).toMatchObject({ outcome, body: 'none', withheldBytes: begun.length });
    expect(answered?.record.warcHeader('WARC-Truncated')).toBe(truncated);
    expect(answered?.record.warcHeader('WARC-Payload-Digest')).toBeUndefined();
    expect(answered?.payload).toHaveLength(0);
  });

  it.each([
    ['/cut', 'disconnect'],
    ['/endless', 'unspecified'],
  ])('keeps the received part of %s that was cut off, and states its source', (path, why) => {
    const [answered] = of(path, 'response');

    expect(answered?.payload).toEqual(new Uint8Array(begun));
    expect(answered?.record.warcHeader('WARC-Truncated')).toBe(why);
    expect(metadataOf(answered)).toMatchObject({ outcome: 'failed', body: ofTheExchange });
  });

  it('keeps the headers of a response that the browser withheld from the page', () => {
    const [withheld, ...others] = records.filter(
      ({ record }) => record.warcTargetURI?.endsWith('/withheld') && record.warcType === 'response',
    );

    expect(others).toEqual([]);
    expect(withheld?.record.httpHeaders?.statusline).toBe('HTTP/1.1 200 Not For You');
    expect(withheld?.record.httpHeaders?.headers.get('content-type')).toBe('text/csv');
    expect(withheld?.record.warcHeader('WARC-Truncated')).toBe('unspecified');
    expect(withheld?.record.warcPayloadDigest).toBeUndefined();
    expect(metadataOf(withheld)).toMatchObject({ outcome: 'failed', body: 'none' });
  });

  it("omits the browser's headers for its proxy from requests", () => {
    const requests = records.filter(({ record }) => record.warcType === 'request');

    expect(requests.length).toBeGreaterThan(6);
    for (const { record } of requests) expect(record.httpHeaders?.toString()).not.toMatch(/^proxy-/im);
  });

  it('states the languages that the site was asked for', async () => {
    const { emulation } = JSON.parse(await captured.text('environment.json'));

    expect(emulation.acceptLanguage).toBe('zh-CN,zh;q=0.9');
    const languages = asked.map(({ headers }) => headers['accept-language']);
    expect(new Set(languages)).toEqual(new Set([emulation.acceptLanguage]));
  });

  it('requests the body of a redirect again, and keeps both exchanges', () => {
    const [moved, again, ...others] = of('/', 'response');
    const [, request] = of('/', 'request');

    expect(others).toEqual([]);
    expect(moved?.record.warcHeader('WARC-Truncated')).toBe('unspecified');
    expect(moved?.record.warcPayloadDigest).toBeUndefined();
    expect(metadataOf(again)).toMatchObject({ body: 'refetch', outcome: 'redirected' });
    expect(again?.record.httpHeaders?.statusline).toBe('HTTP/1.1 301 Went Away');
    expect(Buffer.from(again?.payload ?? []).toString()).toBe('<h1>Moved</h1>');
    expect(again?.record.warcHeader('WARC-IP-Address')).toBe('127.0.0.1');
    expect(request?.record.warcHeader('WARC-Concurrent-To')).toBe(again?.record.warcHeader('WARC-Record-ID'));
    const headers = asked.filter(({ url }) => url === '/')[1]?.rawHeaders ?? [];
    expect([...(request?.record.httpHeaders?.headers ?? [])].flat()).toEqual(headers);
  });

  it('says in the report what was requested again', () => {
    expect(captured.report.alterations.filter(({ kind }) => kind === 'refetched')).toEqual([
      { kind: 'refetched', said: message('altered.refetched', { count: 1 }) },
    ]);
  });

  it('reports the body of a redirect as missing if the second response differs', () => {
    const paths = captured.report.missing.map(({ url }) => new URL(url).pathname);
    expect(paths.sort()).toEqual(['/cut', '/frame', '/image', '/once', '/withheld']);
    expect(captured.report.missing).toContainEqual({
      url: `${origin}/once`,
      why: 'body-unavailable',
      said: message('missing.asked-again', {
        first: message('missing.redirect'),
        again: message('refetch.status', { status: 404 }),
      }),
    });
    expect(captured.report.state).toBe('partial');
  });
});

it('keeps the body of a redirect over TLS if the server presents the browser’s certificate', async () => {
  const site = await startSampleSite();
  const { report, workDir, remove } = await capture({ url: `${site.httpsOrigin}/moved` }, { site });
  const bodies: string[] = [];
  for await (const { url, body } of waczRecords(join(workDir, 'page.wacz')))
    if (url.endsWith('/moved') && body?.length) bodies.push(body.toString());
  await remove();
  await site.close();

  expect(report).toMatchObject({ state: 'complete', missing: [] });
  expect(bodies).toEqual([expect.stringContaining('301')]);
}, 60_000);
