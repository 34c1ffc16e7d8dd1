import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '@proofkeep/contract';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import type { BodyFile, BodyFolder } from './body.ts';
import { headerOf, isBodyless } from './exchange.ts';
import type { Request } from './requests.ts';

/** Resource types that can be long and that the renderer can stream from their start. It streams no images. */
const streamed = new Set(['XHR', 'Fetch', 'Media']);
/** For the whole body in one response; a busy renderer may be slow. */
const bodyLimitMs = 60_000;
/** The network service may report the end of a body before it has stored the last chunk. */
const settleMs = [0, 20, 100, 400];

interface Stream {
  file: BodyFile;
  ready: Promise<void>;
  /** Chunks that arrive before the response to opening the stream; that response contains the earlier ones. */
  early: Buffer[] | null;
}

interface Taken {
  bytes: Buffer;
  isText: boolean;
}

/** Writes response bodies to disk: streamed if possible, otherwise whole once they have ended. */
export class Bodies {
  readonly #bus: CdpBus;
  readonly #folder: BodyFolder;
  readonly #keeperOf: (sessionId: SessionId | undefined) => SessionId | undefined;
  readonly #streams = new Map<Request, Stream>();

  constructor(bus: CdpBus, folder: BodyFolder, keeperOf: (sessionId: SessionId | undefined) => SessionId | undefined) {
    this.#bus = bus;
    this.#folder = folder;
    this.#keeperOf = keeperOf;
  }

  /** Call for every request: a stream opened later would lack its beginning. */
  sent(request: Request): void {
    if (this.#streams.has(request) || !streamed.has(request.exchange.type ?? '')) return;
    const stream: Stream = { file: this.#folder.next(), ready: Promise.resolve(), early: [] };
    this.#streams.set(request, stream);
    stream.ready = this.#open(request, stream);
  }

  /** Call for every chunk that arrives with its bytes. */
  arrived(request: Request, data: string): void {
    const stream = this.#streams.get(request);
    if (!stream) return;
    const bytes = Buffer.from(data, 'base64');
    if (stream.early) stream.early.push(bytes);
    else stream.file.append(bytes);
  }

  /** Call when a request has succeeded: writes the rest of its body to disk if available. */
  async finish(request: Request): Promise<void> {
    const { exchange } = request;
    const stream = this.#streams.get(request);
    await stream?.ready;
    if (stream && stream.file.size > 0 && stream.file.size === request.announced) {
      exchange.body = stream.file;
      exchange.source = 'stream';
    } else {
      stream?.file.close();
      await this.#takeWhole(request);
    }
    this.#streams.delete(request);
  }

  /** Keeps the received part of a body that will not be completed. */
  async salvage(request: Request): Promise<void> {
    const stream = this.#streams.get(request);
    await stream?.ready.catch(() => {});
    const { exchange } = request;
    if (stream && stream.file.size > 0) {
      exchange.body = stream.file;
      exchange.source = 'stream';
    } else if (exchange.response) {
      const taken = await this.#fetch(request, this.#keeperOf(request.sessionId));
      if (!taken || taken.bytes.length === 0) return;
      exchange.body = this.#toFile(taken.bytes);
      exchange.source = 'network';
    }
  }

  async #open({ id, sessionId }: Request, stream: Stream): Promise<void> {
    // If the stream cannot be opened, the body is fetched whole at its end.
    const opened = await this.#bus
      .send('Network.streamResourceContent', { requestId: id }, sessionId)
      .catch(() => ({ bufferedData: '' }));
    for (const piece of [Buffer.from(opened.bufferedData, 'base64'), ...(stream.early ?? [])])
      stream.file.append(piece);
    stream.early = null;
  }

  async #takeWhole(request: Request): Promise<void> {
    const { exchange } = request;
    if (isBodyless(exchange)) return;
    const expected = expectedBytes(request);
    const taken = (await this.#asItCame(request, expected)) ?? (await this.#asDecoded(request));
    const isExact = taken && isAsItCame(taken, expected);
    if (!taken || (taken.bytes.length < expected && isExact)) {
      exchange.error =
        taken && expected > 0
          ? message('missing.short-body', { kept: taken.bytes.length, expected })
          : message('missing.no-body');
      return;
    }
    exchange.body = this.#toFile(taken.bytes);
    exchange.source = isExact ? 'network' : 'text';
    if (!isExact) exchange.error = message('missing.decoded');
  }

  /** Fetches from the network service once the body has its expected length or, if that is unknown, stops growing. */
  async #asItCame(request: Request, expected: number): Promise<Taken | null> {
    let before = -1;
    for (const ms of settleMs) {
      await sleep(ms);
      const taken = await this.#fetch(request, this.#keeperOf(request.sessionId));
      if (!taken) return null;
      const { length } = taken.bytes;
      if (expected > 0 ? length >= expected : length === before) return { ...taken, isText: false };
      before = length;
    }
    return null;
  }

  /** Fetches from the renderer, which decodes text. */
  #asDecoded(request: Request): Promise<Taken | null> {
    return this.#fetch(request, request.sessionId);
  }

  async #fetch({ id }: Request, sessionId: SessionId | undefined): Promise<Taken | null> {
    if (!sessionId) return null;
    try {
      const { body, base64Encoded } = await this.#bus.send(
        'Network.getResponseBody',
        { requestId: id },
        sessionId,
        bodyLimitMs,
      );
      return { bytes: Buffer.from(body, base64Encoded ? 'base64' : 'utf8'), isText: !base64Encoded };
    } catch {
      return null;
    }
  }

  #toFile(bytes: Buffer): BodyFile {
    const file = this.#folder.next();
    file.append(bytes);
    file.close();
    return file;
  }
}

/** Decoded text equals the original bytes if it has their known length and no replacement character (U+FFFD). */
const isAsItCame = ({ bytes, isText }: Taken, expected: number): boolean =>
  !isText || (bytes.length === expected && !bytes.includes('\ufffd'));

/**
 * Returns the size that the browser reported, otherwise the one that the response stated if it applies to the decoded
 * body. 0: unknown or empty.
 */
function expectedBytes({ exchange, announced }: Request): number {
  const headers = exchange.response?.headers ?? [];
  if (announced > 0 || headerOf(headers, 'content-encoding') !== undefined) return announced;
  return Number(headerOf(headers, 'content-length') ?? 0) || 0;
}
