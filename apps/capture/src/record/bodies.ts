import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '@proofkeep/contract';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import type { BodyFile, BodyFolder } from './body.ts';
import { headerOf, isBodyless } from './exchange.ts';
import type { Request } from './requests.ts';

/** Kinds that can be long and whose stream the renderer can open as soon as they are sent. Of images it gives nothing. */
const streamed = new Set(['XHR', 'Fetch', 'Media']);
/** The whole body in one answer; a busy renderer may take its time. */
const bodyLimitMs = 60_000;
/** The network service may tell the end of a body before it has put its last piece aside. */
const settleMs = [0, 20, 100, 400];

interface Stream {
  file: BodyFile;
  ready: Promise<void>;
  /** What came before the answer to the opening, which brings what was there before it. */
  early: Buffer[] | null;
}

interface Taken {
  bytes: Buffer;
  isText: boolean;
}

/** Gets the bodies of responses to disk: as they come where that is possible, else whole when they have ended. */
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

  /** To be told of every request: opened later, a stream lacks its beginning. */
  sent(request: Request): void {
    if (this.#streams.has(request) || !streamed.has(request.exchange.type ?? '')) return;
    const stream: Stream = { file: this.#folder.next(), ready: Promise.resolve(), early: [] };
    this.#streams.set(request, stream);
    stream.ready = this.#open(request, stream);
  }

  /** To be told of every piece that comes with its bytes. */
  arrived(request: Request, data: string): void {
    const stream = this.#streams.get(request);
    if (!stream) return;
    const bytes = Buffer.from(data, 'base64');
    if (stream.early) stream.early.push(bytes);
    else stream.file.append(bytes);
  }

  /** To be called when a request has ended well: brings the rest of its body to disk, if it can be had. */
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

  /** What has come of a body that will not come whole any more. */
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
    // Where it cannot be opened the length tells, and the body is taken whole when it has ended.
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
          ? say('missing.short-body', { kept: taken.bytes.length, expected })
          : say('missing.no-body');
      return;
    }
    exchange.body = this.#toFile(taken.bytes);
    exchange.source = isExact ? 'network' : 'text';
    if (!isExact) exchange.error = say('missing.decoded');
  }

  /** From the network service, as soon as it is as long as it should be; of unknown length, when it no longer grows. */
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

  /** From the renderer, which has decoded what is text. */
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

/** Decoded text is the bytes again where it is as long as they are known to be and nothing in it was replaced (U+FFFD). */
const isAsItCame = ({ bytes, isText }: Taken, expected: number): boolean =>
  !isText || (bytes.length === expected && !bytes.includes('\ufffd'));

/** What the browser said came, or else what the response promised, if that is of the body as it is given. 0: unknown or empty. */
function expectedBytes({ exchange, announced }: Request): number {
  const headers = exchange.response?.headers ?? [];
  if (announced > 0 || headerOf(headers, 'content-encoding') !== undefined) return announced;
  return Number(headerOf(headers, 'content-length') ?? 0) || 0;
}
