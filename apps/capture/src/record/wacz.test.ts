import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openZip } from '@proofkeep/bundle';
import { fileSource } from '@proofkeep/bundle/node';
import { message } from '@proofkeep/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { CDXIndexer, WARCParser, type WARCRecord } from 'warcio';
import { answered, origin } from '../testing/exchange.ts';
import { BodyFolder } from './body.ts';
import { type Exchange, headersOfText } from './exchange.ts';
import { createSink } from './sink.ts';
import { packWacz } from './wacz.ts';
import { writeWarc } from './warc.ts';

const folder = mkdtempSync(join(tmpdir(), 'wacz-'));
const bodies = new BodyFolder(folder);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const page = Buffer.from('<!doctype html><title>青鸟</title>');
const long = Buffer.alloc(3 * 2 ** 20, 'long text ');
const headerText = [
  'HTTP/1.1 200 OK',
  'Set-Cookie: a=1; Path=/',
  'X-lower-And-UPPER:  spaced ',
  'set-cookie: b=2; Path=/',
  'Content-Encoding: br',
  'Content-Length: 11',
  'Content-Type: text/html; charset=utf-8',
].join('\r\n');

function exchange(url: string, body: Buffer | null, given: Partial<Exchange> & { headers?: string; status?: number }) {
  const { headers = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain', status = 200, ...rest } = given;
  const made = answered(url, { source: body ? 'network' : 'none' }, { status, headers: headersOfText(headers) });
  if (body) {
    made.body = bodies.next();
    made.body.append(body);
    made.body.close();
  }
  return Object.assign(made, rest);
}

const exchanges: Exchange[] = [
  exchange('https://shop.example/', null, {
    status: 301,
    headers: 'HTTP/1.1 301 Moved\r\nLocation: /p?b=2&a=1\r\nContent-Length: 5',
    outcome: 'redirected',
  }),
  exchange('https://shop.example/moved', null, {
    status: 302,
    headers: 'HTTP/1.1 302 Found\r\nLocation: /p\r\nContent-Length: 0',
    outcome: 'redirected',
  }),
  exchange('https://shop.example/head', null, {
    method: 'HEAD',
    headers: 'HTTP/1.1 200 OK\r\nContent-Length: 5',
  }),
  exchange('https://shop.example/no-content', null, { status: 204, headers: 'HTTP/1.1 204 No Content' }),
  exchange('https://shop.example/p?b=2&a=1#top', page, { headers: headerText, serverAddress: '203.0.113.7:443' }),
  exchange('https://shop.example/p?b=2&a=1', null, {
    status: 304,
    headers: 'HTTP/1.1 304 Not Modified\r\nETag: "1"',
    isRevalidation: true,
    requestHeaders: [
      ['If-None-Match', '"1"'],
      ['Proxy-Connection', 'keep-alive'],
    ],
  }),
  exchange('https://shop.example/long.txt', long, {}),
  exchange('https://shop.example/empty', null, { source: 'network' }),
  exchange('https://shop.example/search', page, {
    method: 'POST',
    requestHeaders: [['content-type', 'application/x-www-form-urlencoded']],
    requestBody: Buffer.from('keyword=cup'),
  }),
  exchange('https://shop.example/cut.bin', page, {
    outcome: 'failed',
    canceled: true,
    error: message('network.cancelled'),
  }),
  exchange('https://shop.example/gone.js', null, {
    response: null,
    outcome: 'failed',
    error: message('network.timeout'),
    errorCode: 'net::ERR_TIMED_OUT',
  }),
  exchange('https://shop.example/forbidden.js', null, { response: null, outcome: 'failed', blocked: true }),
  exchange('https://shop.example/talk', null, {
    status: 101,
    talk: { framesSent: 1, framesReceived: 2, bytesSent: 3, bytesReceived: 4 },
  }),
];

let zip: Awaited<ReturnType<typeof openZip>>;
let records: { record: WARCRecord; payload: Uint8Array }[];
const warc = join(folder, 'copy.warc.gz');
const at = (url: string, type: string) =>
  records.find(({ record }) => record.warcTargetURI === url && record.warcType === type);

beforeAll(async () => {
  const sink = createSink(folder, () => {});
  await packWacz(sink, {
    warc: await writeWarc(join(folder, 'data.warc.gz'), exchanges, origin),
    page: { url: 'https://shop.example/p?b=2&a=1', title: '青鸟', startedAt: new Date(0), text: '青鸟 39.90' },
    software: origin.software,
  });
  zip = await openZip(await fileSource(join(folder, 'page.wacz')));
  writeFileSync(warc, await zip.bytes('archive/data.warc.gz', 2 ** 26));
  records = [];
  for await (const record of new WARCParser(createReadStream(warc), { keepHeadersCase: true }))
    records.push({ record, payload: await record.readFully(true) });
});

describe('the WACZ, read by other tools', () => {
  it('is a ZIP that unzip accepts, with each file stored uncompressed', () => {
    const unzip = (option: string) => execFileSync('unzip', [option, join(folder, 'page.wacz')], { encoding: 'utf8' });
    const methods = [...unzip('-v').matchAll(/^ *\d+ +(\S+) .*-.* (\S+)$/gm)].map(([, method, name]) => [name, method]);

    expect(unzip('-t')).toContain('No errors detected');
    expect(methods).toEqual([...zip.entries.keys()].map((name) => [name, 'Stored']));
  });

  it('lists each file with size and digest in the data package, and that package’s digest', async () => {
    const datapackage = await zip.bytes('datapackage.json', 2 ** 26);
    const { resources, profile, wacz_version } = JSON.parse(Buffer.from(datapackage).toString());
    const digest = JSON.parse(Buffer.from(await zip.bytes('datapackage-digest.json', 2 ** 26)).toString());

    expect({ profile, wacz_version }).toEqual({ profile: 'data-package', wacz_version: '1.1.1' });
    expect(digest).toEqual({ path: 'datapackage.json', hash: `sha256:${sha256(datapackage)}` });
    expect([...zip.entries.keys()].toSorted()).toEqual(
      [
        'datapackage-digest.json',
        'datapackage.json',
        ...resources.map(({ path }: { path: string }) => path),
      ].toSorted(),
    );
    for (const { path, bytes, hash } of resources) {
      const content = await zip.bytes(path, 2 ** 26);
      expect([path, content.length, `sha256:${sha256(content)}`]).toEqual([path, bytes, hash]);
    }
  });

  it('contains every response body and its digests unchanged', () => {
    for (const [url, body] of [
      ['https://shop.example/p?b=2&a=1', page],
      ['https://shop.example/long.txt', long],
      ['https://shop.example/empty', Buffer.alloc(0)],
    ] as const) {
      const found = at(url, 'response');
      expect(sha256(found?.payload ?? page)).toBe(sha256(body));
      expect(found?.record.warcPayloadDigest).toBe(`sha256:${sha256(body)}`);
    }
  });

  it('has a correct block digest on every record', async () => {
    let count = 0;
    for await (const record of new WARCParser(createReadStream(warc), { parseHttp: false })) {
      const block = await record.readFully(false);
      expect(record.warcHeader('WARC-Block-Digest')).toBe(`sha256:${sha256(block)}`);
      count += 1;
    }

    expect(count).toBe(records.length);
  });

  it('keeps order and spelling of headers, both cookies separate, and renames headers that do not apply to the decoded body', async () => {
    const raw = await rawBlock('https://shop.example/p?b=2&a=1');

    expect(raw.split('\r\n\r\n')[0]?.split('\r\n')).toEqual([
      'HTTP/1.1 200 OK',
      'Set-Cookie: a=1; Path=/',
      'X-lower-And-UPPER: spaced',
      'set-cookie: b=2; Path=/',
      'x-orig-Content-Encoding: br',
      'x-orig-Content-Length: 11',
      'Content-Type: text/html; charset=utf-8',
      `Content-Length: ${page.length}`,
    ]);
  });

  it('links each request to its response, with the body that was sent', () => {
    const response = at('https://shop.example/search', 'response');
    const request = at('https://shop.example/search', 'request');

    expect(request?.record.warcHeader('WARC-Concurrent-To')).toBe(response?.record.warcHeader('WARC-Record-ID'));
    expect(Buffer.from(request?.payload ?? []).toString()).toBe('keyword=cup');
    expect(request?.record.httpHeaders?.statusline).toBe('POST /search HTTP/1.1');
  });

  it('states the server’s address and protocol', () => {
    const { warcHeaders } = at('https://shop.example/p?b=2&a=1', 'response')?.record ?? {};

    expect(warcHeaders?.headers.get('WARC-IP-Address')).toBe('203.0.113.7');
    expect(warcHeaders?.toString()).toContain('WARC-Protocol: h2\r\nWARC-Protocol: tls/1.3\r\n');
  });

  it('states only that a redirect’s body is missing if the browser did not provide it', async () => {
    const { record } = at('https://shop.example/', 'response') ?? {};
    const indexed = Buffer.from(await zip.bytes('indexes/index.cdx', 2 ** 26)).toString();

    expect(record?.warcHeader('WARC-Truncated')).toBe('unspecified');
    expect(record?.warcPayloadDigest).toBeUndefined();
    expect(await rawBlock('https://shop.example/')).toBe(
      'HTTP/1.1 301 OK\r\nLocation: /p?b=2&a=1\r\nx-orig-Content-Length: 5\r\n\r\n',
    );
    expect(indexed.split('\n').find((line) => line.includes('"status":"301"'))).not.toContain('digest');
  });

  it.each(['/moved', '/head', '/no-content'])('treats the bodyless response at %s as complete', async (path) => {
    const { record } = at(`https://shop.example${path}`, 'response') ?? {};

    expect(record?.warcHeader('WARC-Truncated')).toBeUndefined();
    expect(record?.warcPayloadDigest).toBe(`sha256:${sha256(Buffer.alloc(0))}`);
    expect(await rawBlock(`https://shop.example${path}`)).not.toContain('x-orig-');
  });

  it('records a 304 as sent, as a revisit of the record it confirms', async () => {
    const original = at('https://shop.example/p?b=2&a=1', 'response')?.record;
    const { record } = at('https://shop.example/p?b=2&a=1', 'revisit') ?? {};

    // ISO 28500:2017 §6.7.3.
    expect(record?.warcHeader('WARC-Profile')).toBe('http://netpreserve.org/warc/1.1/revisit/server-not-modified');
    expect(record?.warcHeader('WARC-Refers-To')).toBe(original?.warcHeader('WARC-Record-ID'));
    expect(record?.warcHeader('WARC-Refers-To-Target-URI')).toBe('https://shop.example/p?b=2&a=1');
    expect(record?.warcHeader('WARC-Refers-To-Date')).toBe(original?.warcDate);
    expect(record?.httpHeaders?.statusCode).toBe(304);
    expect(record?.warcHeader('WARC-Truncated')).toBeUndefined();
  });

  it("omits the browser's headers for the proxy from a request", () => {
    const asked = records.find(({ record }) => record.httpHeaders?.headers.get('If-None-Match') === '"1"');

    expect(asked?.record.httpHeaders?.toString()).not.toMatch(/proxy/i);
  });

  it('names operator and software in its first record, to which all others refer', () => {
    const [first, ...others] = records;
    const fields = Object.fromEntries(
      Buffer.from(first?.payload ?? [])
        .toString()
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(/: (.*)/s).slice(0, 2)),
    );

    expect(first?.record.warcType).toBe('warcinfo');
    expect(fields).toMatchObject({
      software: origin.software,
      operator: origin.operator,
      hostname: origin.hostname,
      'http-header-user-agent': origin.userAgent,
    });
    const id = first?.record.warcHeader('WARC-Record-ID');
    expect(new Set(others.map(({ record }) => record.warcHeader('WARC-Warcinfo-ID')))).toEqual(new Set([id]));
  });

  it('states incomplete bodies, and why a request had no response', () => {
    expect(at('https://shop.example/cut.bin', 'response')?.record.warcHeader('WARC-Truncated')).toBe('unspecified');
    expect(at('https://shop.example/long.txt', 'response')?.record.warcHeader('WARC-Truncated')).toBeUndefined();
    expect(at('https://shop.example/gone.js', 'response')).toBeUndefined();
    expect(at('https://shop.example/gone.js', 'request')?.record.warcHeader('WARC-JSON-Metadata')).toContain(
      'TIMED_OUT',
    );
  });

  it('omits requests that were never sent', () => {
    expect(records.some(({ record }) => record.warcTargetURI === 'https://shop.example/forbidden.js')).toBe(false);
  });

  it('counts WebSocket traffic', () => {
    const { payload } = at('https://shop.example/talk', 'metadata') ?? {};

    expect(JSON.parse(Buffer.from(payload ?? []).toString()).webSocket.framesReceived).toBe(2);
  });

  it('has the index that another indexer makes of the WARC', async () => {
    const indexer = new CDXIndexer({ format: 'cdxj' });
    const theirs: string[] = [];
    // Ours omits records with nothing to show.
    for await (const entry of indexer.iterRecords(new WARCParser(createReadStream(warc)), 'data.warc.gz'))
      if (entry['status'] && entry['mime'] !== 'warc/revisit') theirs.push(indexer.serializeCDXJ(entry).trimEnd());

    const ours = Buffer.from(await zip.bytes('indexes/index.cdx', 2 ** 26))
      .toString()
      .trimEnd()
      .split('\n');
    // The other one omits the name of the digest's algorithm.
    const parsed = (line: string) => [
      line.split(' {')[0],
      JSON.parse(line.slice(line.indexOf('{')).replace('sha256:', '')),
    ];

    expect(ours).toEqual(ours.toSorted());
    expect(ours.map(parsed)).toEqual(theirs.toSorted().map(parsed));
    expect(ours.some((line) => line.startsWith('example,shop)/p?a=1&b=2 20261120080000 '))).toBe(true);
  });
});

async function rawBlock(url: string): Promise<string> {
  for await (const record of new WARCParser(createReadStream(warc), { parseHttp: false })) {
    const block = await record.readFully(false);
    if (record.warcTargetURI === url && record.warcType === 'response') return Buffer.from(block).toString();
  }
  throw new Error(`${url} is not in the WARC.`);
}
