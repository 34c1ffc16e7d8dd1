import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip, gzipSync, type ZlibOptions } from 'node:zlib';
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
/** Compresses in a separate thread, because a live session continues meanwhile. */
const compress = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);
const recordEnd = Buffer.from('\r\n\r\n');

type Push = (bytes: Uint8Array) => Promise<void>;

/**
 * Writes exchanges as WARC/1.1 (ISO 28500:2017), one gzip member per record: warcinfo, then response and request of
 * each exchange. Headers are as received, repeated names separate; bodies are decoded. Exchanges may be added while the
 * recording runs.
 */
export class WarcWriter {
  readonly path: string;
  /** Positions of the responses so far. */
  readonly places: WarcPlace[] = [];
  size = 0;
  readonly #out: FileHandle;
  readonly #sum = createHash('sha256');
  readonly #onBytes: (bytes: Uint8Array) => void;
  readonly #originals = new Map<string, Original>();
  readonly #warcinfoId = newRecordId();

  private constructor(path: string, out: FileHandle, onBytes: (bytes: Uint8Array) => void) {
    this.path = path;
    this.#out = out;
    this.#onBytes = onBytes;
  }

  /** @param onBytes called with all written bytes */
  static async create(
    path: string,
    origin: WarcOrigin,
    onBytes: (bytes: Uint8Array) => void = () => {},
  ): Promise<WarcWriter> {
    const writer = new WarcWriter(path, await open(path, 'wx', 0o600), onBytes);
    await writer.#push(gzipSync(warcinfo(writer.#warcinfoId, origin, basename(path))));
    return writer;
  }

  async add(exchange: Exchange): Promise<void> {
    const id = newRecordId();
    const warcinfoId = this.#warcinfoId;
    const offset = this.size;
    const push: Push = (bytes) => this.#push(bytes);
    if (hasResponse(exchange)) {
      const url = withoutFragment(exchange.url);
      await pushResponse(exchange, { id, warcinfoId }, push, this.#originals.get(url));
      if (isWhole(exchange) && !exchange.isRevalidation) this.#originals.set(url, { ...exchange, id });
      // Headers alone, such as a 304's, have nothing to show, so the index omits them.
      if (!exchange.isRevalidation && !exchange.isHeadOnly)
        this.places.push({ exchange, offset, length: this.size - offset, payloadDigest: payloadDigest(exchange) });
    }
    if (exchange.requestHeaders) {
      const responseId = exchange.response ? id : null;
      await push(
        await compress(requestRecord(exchange, exchange.requestHeaders, responseId, warcinfoId), { level: 1 }),
      );
    }
    if (exchange.talk) await push(await compress(talkRecord(exchange, id, warcinfoId), {}));
  }

  /** Completes the file. */
  async close(): Promise<WarcFile> {
    await this.#out.close();
    const { path, size, places } = this;
    return { path, size, sha256: this.#sum.digest('hex'), places };
  }

  async #push(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length;
    this.#sum.update(bytes);
    this.#onBytes(bytes);
    await this.#out.writeFile(bytes);
  }
}

/** Writes all exchanges of a record. */
export async function writeWarc(path: string, exchanges: Exchange[], origin: WarcOrigin): Promise<WarcFile> {
  const writer = await WarcWriter.create(path, origin);
  try {
    for (const exchange of toWrite(exchanges)) await writer.add(exchange);
  } catch (error) {
    await writer.close();
    throw error;
  }
  return writer.close();
}

/** Omits requests that never left the browser, and repeated responses from its cache. */
export function toWrite(exchanges: readonly Exchange[]): Exchange[] {
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
    return push(await compress(Buffer.concat([head, http, bytes, recordEnd]), { level }));
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
