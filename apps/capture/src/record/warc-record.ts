import { createHash, randomUUID } from 'node:crypto';
import { type Exchange, type Headers, headerOf, isBodyless, type Response } from './exchange.ts';

/** The protocol gives bodies decoded: where these headers are not true of them, they stand under another name instead. */
const ofTheCoding = new Set(['content-encoding', 'transfer-encoding']);
const conformsTo = 'https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/';

export const newRecordId = (): string => `<urn:uuid:${randomUUID()}>`;
/** The form of digest fields: algorithm and lower-case hex. */
export const labelled = (sha256: string): string => `sha256:${sha256}`;
export const emptySha256 = createHash('sha256').digest('hex');

/** ISO 28500:2017 §6.2. */
export function warcinfo(software: string, filename: string): Buffer {
  const block = Buffer.from(`software: ${software}\r\nformat: WARC File Format 1.1\r\nconformsTo: ${conformsTo}\r\n`);
  const fields: Headers = [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Record-ID', newRecordId()],
    ['WARC-Date', new Date().toISOString()],
    ['WARC-Filename', filename],
  ];
  return wholeRecord(fields, 'application/warc-fields', block);
}

/** A response's record header (§6.3), for a block of `http` and the exchange's body with that digest. */
export function responseRecordHead(
  exchange: Exchange,
  response: Response,
  id: string,
  http: Buffer,
  blockSha256: string,
): Buffer {
  const fields: Headers = [
    ['WARC-Type', 'response'],
    ['WARC-Record-ID', id],
    ...common(exchange),
    ['WARC-Block-Digest', labelled(blockSha256)],
    ['WARC-Payload-Digest', labelled(exchange.body?.sha256 ?? emptySha256)],
    ...protocols(response),
    ...truncation(exchange, response),
    ['WARC-JSON-Metadata', JSON.stringify(howItWasHad(exchange))],
    ['Content-Type', 'application/http;msgtype=response'],
    ['Content-Length', String(http.length + (exchange.body?.size ?? 0))],
  ];
  return Buffer.from(recordHead(fields));
}

/** Status line and headers as they came, fitted to the body as it stands in the record. */
export function httpHead(exchange: Exchange, { status, statusText, headers, protocol }: Response): Buffer {
  const size = exchange.body?.size ?? 0;
  const isTrue = ([name, value]: [string, string]) =>
    name.toLowerCase() === 'content-length' ? Number(value) === size : !ofTheCoding.has(name.toLowerCase());
  const kept = headers
    .filter(([name]) => !name.startsWith(':'))
    .map((header): [string, string] => (isTrue(header) ? header : [`x-orig-${header[0]}`, header[1]]));
  if (headerOf(kept, 'content-length') === undefined && !(isBodyless(exchange) && size === 0))
    kept.push(['Content-Length', String(size)]);
  const version = protocol === 'http/1.0' ? 'HTTP/1.0' : 'HTTP/1.1';
  return Buffer.from(`${version} ${status} ${statusText}\r\n${lines(kept)}\r\n`);
}

/** §6.5. A request that was never answered says why. */
export function requestRecord(exchange: Exchange, sent: Headers, responseId: string | null): Buffer {
  const { host, pathname, search } = new URL(exchange.url);
  const headers = sent.filter(([name]) => !name.startsWith(':'));
  if (headerOf(headers, 'host') === undefined) headers.unshift(['Host', host]);
  const block = Buffer.concat([
    Buffer.from(`${exchange.method} ${pathname}${search} HTTP/1.1\r\n${lines(headers)}\r\n`),
    exchange.requestBody ?? Buffer.alloc(0),
  ]);
  const relation: Headers = responseId
    ? [['WARC-Concurrent-To', responseId]]
    : [['WARC-JSON-Metadata', JSON.stringify(howItWasHad(exchange))]];
  const fields: Headers = [
    ['WARC-Type', 'request'],
    ['WARC-Record-ID', newRecordId()],
    ...relation,
    ...common(exchange),
  ];
  return wholeRecord(fields, 'application/http;msgtype=request', block);
}

/** §6.6: how much went over a WebSocket after its handshake. */
export function talkRecord(exchange: Exchange, responseId: string): Buffer {
  const fields: Headers = [
    ['WARC-Type', 'metadata'],
    ['WARC-Record-ID', newRecordId()],
    ['WARC-Concurrent-To', responseId],
    ...common(exchange),
  ];
  return wholeRecord(fields, 'application/json', Buffer.from(JSON.stringify({ webSocket: exchange.talk })));
}

function wholeRecord(fields: Headers, contentType: string, block: Buffer): Buffer {
  const head = recordHead([
    ...fields,
    ['WARC-Block-Digest', labelled(createHash('sha256').update(block).digest('hex'))],
    ['Content-Type', contentType],
    ['Content-Length', String(block.length)],
  ]);
  return Buffer.concat([Buffer.from(head), block, Buffer.from('\r\n\r\n')]);
}

function common({ url, startedAt, serverAddress }: Exchange): Headers {
  const address = serverAddress?.replace(/:\d+$/, '');
  return [
    ['WARC-Target-URI', withoutFragment(url)],
    ['WARC-Date', startedAt.toISOString()],
    ...(address ? ([['WARC-IP-Address', address]] satisfies Headers) : []),
  ];
}

/** The `WARC-Protocol` proposal of the IIPC: one field a protocol, named as in ALPN (`h2`) or `tls/1.3`. */
function protocols({ protocol, tls }: Response): Headers {
  return [
    ...(protocol ? ([['WARC-Protocol', protocol.toLowerCase()]] satisfies Headers) : []),
    ...(tls ? ([['WARC-Protocol', tls.protocol.toLowerCase().replace(' ', '/')]] satisfies Headers) : []),
  ];
}

/** §5.13. Of a redirect the browser gives no body. */
function truncation(exchange: Exchange, response: Response): Headers {
  const { outcome, canceled, source } = exchange;
  if (outcome === 'pending') return [['WARC-Truncated', 'time']];
  if (outcome === 'failed') return [['WARC-Truncated', canceled ? 'unspecified' : 'disconnect']];
  const promised = Number(headerOf(response.headers, 'content-length') ?? 0);
  return source === 'none' && promised > 0 && !isBodyless(exchange) ? [['WARC-Truncated', 'unspecified']] : [];
}

/** What a reader should know of how a body was had; no standard field has a place for it. */
function howItWasHad({ type, source, outcome, error, response }: Exchange): Record<string, unknown> {
  return {
    ...(type ? { resourceType: type } : {}),
    body: source,
    outcome,
    ...(error ? { error } : {}),
    ...(response?.fromServiceWorker ? { fromServiceWorker: true } : {}),
    ...(response?.fromCache ? { fromCache: true } : {}),
  };
}

const lines = (headers: Headers): string =>
  headers.map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, ' ')}\r\n`).join('');

const recordHead = (fields: Headers): string => `WARC/1.1\r\n${lines(fields)}\r\n`;

export const withoutFragment = (url: string): string => url.replace(/#.*$/, '');
