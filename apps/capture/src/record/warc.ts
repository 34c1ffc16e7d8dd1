import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import type { BodyFile } from './body.ts';
import { isWhole } from './completeness.ts';
import type { Exchange, Response } from './exchange.ts';
import {
  httpHead,
  newRecordId,
  type Original,
  payloadDigest,
  type RecordIds,
  requestRecord,
  responseRecordHead,
  talkRecord,
  type WarcOrigin,
  warcinfo,
  withoutFragment,
} from './warc-record.ts';

/** Position of a response in the file, for the index. */
export interface WarcPlace {
  exchange: Exchange & { response: Response };
  offset: number;
  length: number;
  payloadDigest: string | undefined;
}

export interface WarcFile {
  path: string;
  size: number;
  sha256: string;
  places: WarcPlace[];
}

const isCompressed =
  /^(image\/(?!svg|bmp)|video\/|audio\/(?!wav|x-wav)|font\/woff|application\/(zip|gzip|x-gzip|pdf|octet-stream|wasm))/;
const textLevel = 5;
/** Longer bodies are read and compressed in chunks. */
const pieceBytes = 2 ** 20;
const recordEnd = Buffer.from('\r\n\r\n');

type Push = (bytes: Uint8Array) => Promise<void>;

/**
 * Writes exchanges as WARC/1.1 (ISO 28500:2017), one gzip member per record: warcinfo, then response and request of
 * each exchange. Headers are as received, repeated names separate; bodies are decoded.
 */
export async function writeWarc(path: string, exchanges: Exchange[], origin: WarcOrigin): Promise<WarcFile> {
  const out = await open(path, 'wx', 0o600);
  const sum = createHash('sha256');
  let size = 0;
  const push: Push = async (bytes) => {
    size += bytes.length;
    sum.update(bytes);
    await out.writeFile(bytes);
  };
  const places: WarcPlace[] = [];
  const originals = new Map<string, Original>();
  const warcinfoId = newRecordId();
  try {
    await push(gzipSync(warcinfo(warcinfoId, origin, basename(path))));
    for (const exchange of toWrite(exchanges)) {
      const id = newRecordId();
      const offset = size;
      if (hasResponse(exchange)) {
        await pushResponse(exchange, { id, warcinfoId }, push, originals.get(withoutFragment(exchange.url)));
        if (isWhole(exchange) && !exchange.isRevalidation)
          originals.set(withoutFragment(exchange.url), { ...exchange, id });
        // Headers alone, such as a 304's, have nothing to show, so the index omits them.
        if (!exchange.isRevalidation && !exchange.isHeadOnly)
          places.push({ exchange, offset, length: size - offset, payloadDigest: payloadDigest(exchange) });
      }
      if (exchange.requestHeaders) {
        const responseId = exchange.response ? id : null;
        await push(gzipSync(requestRecord(exchange, exchange.requestHeaders, responseId, warcinfoId), { level: 1 }));
      }
      if (exchange.talk) await push(gzipSync(talkRecord(exchange, id, warcinfoId)));
    }
  } finally {
    await out.close();
  }
  return { path, size, sha256: sum.digest('hex'), places };
}

/** Omits requests that never left the browser, and repeated responses from its cache. */
function toWrite(exchanges: Exchange[]): Exchange[] {
  const isWholeAnswer = (one: Exchange) => !one.response?.fromCache && !one.isRevalidation && isWhole(one);
  const whole = new Set(exchanges.filter(isWholeAnswer).map(({ url }) => url));
  return exchanges.filter(
    (exchange) =>
      (exchange.response || !(exchange.blocked || exchange.refused)) &&
      !(exchange.response?.fromCache && whole.has(exchange.url)),
  );
}

const hasResponse = (exchange: Exchange): exchange is Exchange & { response: Response } => exchange.response !== null;

async function pushResponse(
  exchange: Exchange & { response: Response },
  ids: RecordIds,
  push: Push,
  original: Original | undefined,
): Promise<void> {
  const { body, response } = exchange;
  const level = isCompressed.test(response.mimeType) ? 0 : textLevel;
  const http = httpHead(exchange);
  if (!body || body.size <= pieceBytes) {
    const bytes = body && body.size > 0 ? await readFile(body.path) : Buffer.alloc(0);
    const sum = createHash('sha256').update(http).update(bytes).digest('hex');
    const head = responseRecordHead(exchange, ids, http, sum, original);
    return push(gzipSync(Buffer.concat([head, http, bytes, recordEnd]), { level }));
  }
  // The block's digest precedes the block, so a long body is read once for it.
  const sum = createHash('sha256').update(http);
  for await (const piece of pieces(body)) sum.update(piece);
  const head = responseRecordHead(exchange, ids, http, sum.digest('hex'), original);
  const record = async function* () {
    yield Buffer.concat([head, http]);
    yield* pieces(body);
    yield recordEnd;
  };
  await pipeline(record, createGzip({ level }), async (compressed: AsyncIterable<Uint8Array>) => {
    for await (const chunk of compressed) await push(chunk);
  });
}

const pieces = ({ path }: BodyFile): AsyncIterable<Uint8Array> => createReadStream(path, { highWaterMark: pieceBytes });
