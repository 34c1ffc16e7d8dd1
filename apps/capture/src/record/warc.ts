import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import type { Exchange, Headers } from './exchange.ts';

/** A record's place in the file, for the index. */
export interface WarcPlace {
  exchange: Exchange;
  offset: number;
  length: number;
  /** `sha256:` and the hex digest of the body as it stands in the record. */
  payloadDigest: string;
}

const compressed = /^(image\/(?!svg)|video\/|audio\/|font\/|application\/(zip|gzip|x-gzip|pdf|octet-stream|wasm))/;
const large = 1 << 20;
/** The protocol gives bodies decoded: these headers would be untrue of them and stand under another name instead. */
const decoded = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/**
 * Writes exchanges as WARC/1.1 (ISO 28500:2017): a warcinfo record, then a response and a request record each, every record
 * a gzip member of its own. Header lines stand as they came, several of one name apart; bodies stand decoded.
 */
export async function writeWarc(path: string, exchanges: Exchange[], software: string): Promise<WarcPlace[]> {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const ended = finished(out);
  ended.catch(() => {});
  let offset = 0;
  const push = async (bytes: Uint8Array) => {
    offset += bytes.length;
    if (!out.write(bytes)) await once(out, 'drain');
  };
  await push(gzipSync(warcinfo(software)));
  const places: WarcPlace[] = [];
  for (const exchange of exchanges) {
    if (!exchange.response) continue;
    const id = `<urn:uuid:${randomUUID()}>`;
    const start = offset;
    const payloadDigest = `sha256:${exchange.body?.sha256 ?? createHash('sha256').digest('hex')}`;
    await pushResponse(exchange, exchange.response, id, payloadDigest, push);
    places.push({ exchange, offset: start, length: offset - start, payloadDigest });
    await push(gzipSync(requestRecord(exchange, id), { level: 1 }));
  }
  out.end();
  await ended;
  return places;
}

async function pushResponse(
  exchange: Exchange,
  response: NonNullable<Exchange['response']>,
  id: string,
  payloadDigest: string,
  push: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const size = exchange.body?.size ?? 0;
  const head = Buffer.from(responseHead(response, size));
  const fields: Headers = [
    ['WARC-Type', 'response'],
    ['WARC-Record-ID', id],
    ['WARC-Target-URI', exchange.url],
    ['WARC-Date', exchange.startedAt.toISOString()],
    ...(response.remoteAddress ? [['WARC-IP-Address', withoutPort(response.remoteAddress)] as [string, string]] : []),
    ['WARC-Payload-Digest', payloadDigest],
    ...metadataOf(exchange, response),
    ['Content-Type', 'application/http;msgtype=response'],
    ['Content-Length', String(head.length + size)],
  ];
  const before = Buffer.concat([Buffer.from(recordHead(fields)), head]);
  const level = compressed.test(response.mimeType) ? 0 : 5;
  if (size <= large) {
    const body: Buffer[] = [];
    if (exchange.body) for await (const chunk of createReadStream(exchange.body.path)) body.push(chunk);
    return push(gzipSync(Buffer.concat([before, ...body, Buffer.from('\r\n\r\n')]), { level }));
  }
  const gzip = createGzip({ level });
  const source = (async function* () {
    yield before;
    if (exchange.body) yield* createReadStream(exchange.body.path, { highWaterMark: large });
    yield Buffer.from('\r\n\r\n');
  })();
  const fed = (async () => {
    for await (const chunk of source) if (!gzip.write(chunk)) await once(gzip, 'drain');
    gzip.end();
  })();
  for await (const chunk of gzip) await push(chunk);
  await fed;
}

/** What a reader should know of how the body was had; standard headers have no place for it. */
function metadataOf(exchange: Exchange, response: NonNullable<Exchange['response']>): Headers {
  return [
    ['WARC-Protocol', response.protocol || 'http/1.1'],
    ['X-Proofkeep-Body', exchange.source],
    ...(response.fromServiceWorker ? [['X-Proofkeep-Service-Worker', 'true'] as [string, string]] : []),
    ...(exchange.outcome === 'finished' || exchange.outcome === 'redirected'
      ? []
      : [['WARC-Truncated', exchange.canceled ? 'disconnect' : 'unspecified'] as [string, string]]),
  ];
}

function responseHead(response: NonNullable<Exchange['response']>, size: number): string {
  const kept = response.headers
    .filter(([name]) => !name.startsWith(':'))
    .map(([name, value]): [string, string] =>
      decoded.has(name.toLowerCase()) ? [`X-Orig-${name}`, value] : [name, value],
    );
  const lines = [...kept, ['Content-Length', String(size)]].map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${response.status} ${response.statusText}\r\n${lines.join('\r\n')}\r\n\r\n`;
}

function requestRecord(exchange: Exchange, responseId: string): Buffer {
  const url = new URL(exchange.url);
  const headers = exchange.requestHeaders.filter(([name]) => !name.startsWith(':'));
  if (!headers.some(([name]) => name.toLowerCase() === 'host')) headers.unshift(['Host', url.host]);
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  const body = Buffer.concat([
    Buffer.from(`${exchange.method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines}\r\n\r\n`),
    exchange.requestBody ?? Buffer.alloc(0),
  ]);
  const head = recordHead([
    ['WARC-Type', 'request'],
    ['WARC-Record-ID', `<urn:uuid:${randomUUID()}>`],
    ['WARC-Concurrent-To', responseId],
    ['WARC-Target-URI', exchange.url],
    ['WARC-Date', exchange.startedAt.toISOString()],
    ['Content-Type', 'application/http;msgtype=request'],
    ['Content-Length', String(body.length)],
  ]);
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n\r\n')]);
}

function warcinfo(software: string): Buffer {
  const fields = `software: ${software}\r\nformat: WARC File Format 1.1\r\nconformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n`;
  const head = recordHead([
    ['WARC-Type', 'warcinfo'],
    ['WARC-Record-ID', `<urn:uuid:${randomUUID()}>`],
    ['WARC-Date', new Date().toISOString()],
    ['Content-Type', 'application/warc-fields'],
    ['Content-Length', String(Buffer.byteLength(fields))],
  ]);
  return Buffer.from(`${head}${fields}\r\n\r\n`);
}

const recordHead = (fields: Headers): string =>
  `WARC/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`;

const withoutPort = (address: string) => address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
