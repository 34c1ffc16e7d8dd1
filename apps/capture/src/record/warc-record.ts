import { createHash, randomUUID } from 'node:crypto';
import { isWhole } from './completeness.ts';
import { type Exchange, type Headers, headerOf, isBodyless, isEmpty, type Response } from './exchange.ts';

/** Headers that do not apply to the decoded bodies of the protocol; they are recorded under another name. */
const ofTheCoding = new Set(['content-encoding', 'transfer-encoding']);
/** Sent by the browser to the proxy only; the site never sees it. */
const toProxy = 'proxy-connection';
const conformsTo = 'https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/';

export const newRecordId = (): string => `<urn:uuid:${randomUUID()}>`;
/** Formats a digest field: algorithm and lower-case hex. */
export const labelled = (sha256: string): string => `sha256:${sha256}`;
export const emptySha256 = createHash('sha256').digest('hex');

/** Content of the warcinfo record, which applies to all others (ISO 28500:2017 §6.2). */
export interface WarcOrigin {
  /** Name and version of the capture tool. */
  software: string;
  /** Operator of the capture node. */
  operator: string;
  hostname: string;
  /** User agent of the page requests; null if there was no browser. */
  userAgent: string | null;
}

/** ISO 28500:2017 §6.2. */
export function warcinfo(
  id: string,
  { software, operator, hostname, userAgent }: WarcOrigin,
  filename: string,
): Buffer {
  const block = Buffer.from(
    lines([
      ['software', software],
      ['operator', operator],
      ['hostname', hostname],
      ...(userAgent ? ([['http-header-user-agent', userAgent]] satisfies Headers) : []),
      ['format', 'WARC File Format 1.1'],
      ['conformsTo', conformsTo],
    ]),
  );
  const fields: Headers = [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Record-ID', id],
    ['WARC-Date', new Date().toISOString()],
    ['WARC-Filename', filename],
  ];
  return wholeRecord(fields, 'application/warc-fields', block);
}

/** Ids of a record and of its warcinfo record (§5.14). */
export interface RecordIds {
  id: string;
  warcinfoId: string;
}

/** The earlier record whose response a 304 confirms. */
export interface Original {
  id: string;
  url: string;
  startedAt: Date;
}

/**
 * Returns the record header of a response (§6.3) whose block is `http` and the exchange's body; that of a revisit
 * (§6.7) for a 304 that the browser answered from its cache.
 */
export function responseRecordHead(
  exchange: Exchange & { response: Response },
  ids: RecordIds,
  http: Buffer,
  blockSha256: string,
  original?: Original,
): Buffer {
  const digest = payloadDigest(exchange);
  const fields: Headers = [
    ['WARC-Type', exchange.isRevalidation ? 'revisit' : 'response'],
    ...common(exchange, ids),
    ...(exchange.isRevalidation ? revisited(original) : []),
    ['WARC-Block-Digest', labelled(blockSha256)],
    ...(digest ? ([['WARC-Payload-Digest', digest]] satisfies Headers) : []),
    ...protocols(exchange.response),
    ...truncation(exchange),
    ['WARC-JSON-Metadata', JSON.stringify(howItWasHad(exchange))],
    ['Content-Type', 'application/http;msgtype=response'],
    ['Content-Length', String(http.length + (exchange.body?.size ?? 0))],
  ];
  return Buffer.from(recordHead(fields));
}

/**
 * Returns the digest of the recorded payload (§5.9); undefined if none is recorded, although there was one or the block
 * has no payload.
 */
export function payloadDigest(exchange: Exchange): string | undefined {
  if (exchange.body) return labelled(exchange.body.sha256);
  return isWhole(exchange) && !exchange.isRevalidation ? labelled(emptySha256) : undefined;
}

/** Returns status line and headers as received, adapted to the recorded body. */
export function httpHead(exchange: Exchange & { response: Response }): Buffer {
  const { status, statusText, headers, protocol } = exchange.response;
  const size = exchange.body?.size ?? 0;
  // Such a response states the length of another response's body (RFC 9110 §8.6).
  const isOfAnother = isBodyless(exchange) && size === 0;
  const isTrue = ([name, value]: [string, string]) =>
    name.toLowerCase() === 'content-length'
      ? isOfAnother || Number(value) === size
      : !ofTheCoding.has(name.toLowerCase());
  const kept = headers
    .filter(([name]) => !name.startsWith(':'))
    .map((header): [string, string] => (isTrue(header) ? header : [`x-orig-${header[0]}`, header[1]]));
  if (headerOf(kept, 'content-length') === undefined && !isOfAnother && (exchange.body || isWhole(exchange)))
    kept.push(['Content-Length', String(size)]);
  const version = protocol === 'http/1.0' ? 'HTTP/1.0' : 'HTTP/1.1';
  return Buffer.from(`${version} ${status} ${statusText}\r\n${lines(kept)}\r\n`);
}

/** §6.5. An unanswered request states the reason. */
export function requestRecord(
  exchange: Exchange,
  sent: Headers,
  responseId: string | null,
  warcinfoId: string,
): Buffer {
  const { host, pathname, search } = new URL(exchange.url);
  const headers = sent.filter(([name]) => !name.startsWith(':') && name.toLowerCase() !== toProxy);
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
    ...relation,
    ...common(exchange, { id: newRecordId(), warcinfoId }),
  ];
  return wholeRecord(fields, 'application/http;msgtype=request', block);
}

/** §6.6: amount of WebSocket traffic after the handshake. */
export function talkRecord(exchange: Exchange, responseId: string, warcinfoId: string): Buffer {
  const fields: Headers = [
    ['WARC-Type', 'metadata'],
    ['WARC-Concurrent-To', responseId],
    ...common(exchange, { id: newRecordId(), warcinfoId }),
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

function common({ url, startedAt, serverAddress }: Exchange, { id, warcinfoId }: RecordIds): Headers {
  const address = serverAddress?.replace(/:\d+$/, '');
  return [
    ['WARC-Record-ID', id],
    ['WARC-Warcinfo-ID', warcinfoId],
    ['WARC-Target-URI', withoutFragment(url)],
    ['WARC-Date', startedAt.toISOString()],
    ...(address ? ([['WARC-IP-Address', address]] satisfies Headers) : []),
  ];
}

/** The IIPC's `WARC-Protocol` proposal: one field per protocol, with ALPN names (`h2`) or `tls/1.3`. */
function protocols({ protocol, tls }: Response): Headers {
  return [
    ...(protocol ? ([['WARC-Protocol', protocol.toLowerCase()]] satisfies Headers) : []),
    ...(tls ? ([['WARC-Protocol', tls.protocol.toLowerCase().replace(' ', '/')]] satisfies Headers) : []),
  ];
}

/** §6.7.3: the block is the 304's headers, the payload that of the record it refers to. */
const revisited = (original: Original | undefined): Headers => [
  ['WARC-Profile', 'http://netpreserve.org/warc/1.1/revisit/server-not-modified'],
  ...(original
    ? ([
        ['WARC-Refers-To', original.id],
        ['WARC-Refers-To-Target-URI', withoutFragment(original.url)],
        ['WARC-Refers-To-Date', original.startedAt.toISOString()],
      ] satisfies Headers)
    : []),
];

/** §5.13. If nothing of a finished response's body is recorded, the browser did not provide it. */
function truncation(exchange: Exchange): Headers {
  const { outcome, canceled, source, isHeadOnly } = exchange;
  if (isEmpty(exchange)) return [];
  if (outcome === 'pending') return [['WARC-Truncated', 'time']];
  if (outcome === 'failed') return [['WARC-Truncated', canceled || isHeadOnly ? 'unspecified' : 'disconnect']];
  return source === 'none' ? [['WARC-Truncated', 'unspecified']] : [];
}

/** Returns facts about the source of a body that have no standard field. */
function howItWasHad({
  type,
  source,
  withheldBytes,
  outcome,
  error,
  errorCode,
  response,
}: Exchange): Record<string, unknown> {
  return {
    ...(type ? { resourceType: type } : {}),
    body: source,
    ...(source === 'none' && withheldBytes > 0 ? { withheldBytes } : {}),
    outcome,
    ...(error ? { error } : {}),
    ...(errorCode ? { errorCode } : {}),
    ...(response?.fromServiceWorker ? { fromServiceWorker: true } : {}),
    ...(response?.fromCache ? { fromCache: true } : {}),
  };
}

const lines = (headers: Headers): string =>
  headers.map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, ' ')}\r\n`).join('');

const recordHead = (fields: Headers): string => `WARC/1.1\r\n${lines(fields)}\r\n`;

export const withoutFragment = (url: string): string => url.replace(/#.*$/, '');
