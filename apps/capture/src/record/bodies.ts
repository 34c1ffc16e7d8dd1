import type { CdpBus } from '../browser/cdp.ts';
import type { BodyFile, BodyFolder } from './body.ts';
import { headerOf, isBodyless } from './exchange.ts';
import type { Request } from './requests.ts';

/** Longer bodies are taken while they come, so that neither the browser nor this process holds them whole. */
const streamAboveBytes = 4 * 2 ** 20;
/** The whole body in one answer; a busy renderer may take its time. */
const bodyLimitMs = 60_000;

interface Stream {
  file: BodyFile;
  ready: Promise<void>;
  /** Bytes that came before the stream began. */
  missedBytes: number;
  /** What came while its beginning was being fetched. */
  early: Buffer[] | null;
}

/** Gets the bodies of responses to disk: as they come, or whole when they have ended. */
export class Bodies {
  readonly #bus: CdpBus;
  readonly #folder: BodyFolder;
  readonly #streams = new Map<Request, Stream>();

  constructor(bus: CdpBus, folder: BodyFolder) {
    this.#bus = bus;
    this.#folder = folder;
  }

  /** To be told when a response's headers have come. */
  answered(request: Request): void {
    const length = Number(headerOf(request.exchange.response?.headers ?? [], 'content-length') ?? 0);
    if (length > streamAboveBytes) this.#begin(request);
  }

  /** To be told of every piece of a body, after its length was added to `request.announced`. */
  arrived(request: Request, length: number, data: string | undefined): void {
    const stream = this.#streams.get(request);
    if (!stream) {
      if (request.announced > streamAboveBytes) this.#begin(request);
    } else if (data === undefined) {
      stream.missedBytes += length;
    } else {
      const bytes = Buffer.from(data, 'base64');
      if (stream.early) stream.early.push(bytes);
      else stream.file.append(bytes);
    }
  }

  /** To be called when a request has ended well: brings the rest of its body to disk, if it can be had. */
  async finish(request: Request): Promise<void> {
    const { exchange } = request;
    const stream = this.#streams.get(request);
    await stream?.ready;
    if (stream && stream.file.size === request.announced) {
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
    if (stream && stream.file.size > 0) request.exchange.body = stream.file;
    else if (request.exchange.response)
      request.exchange.body = await this.#fetch(request).then(this.#toFile, () => null);
  }

  #begin(request: Request): void {
    // Of images the stream gives nothing but what had come before it was asked for.
    if (this.#streams.has(request) || request.exchange.type === 'Image') return;
    const stream: Stream = {
      file: this.#folder.next(),
      ready: Promise.resolve(),
      missedBytes: request.announced,
      early: [],
    };
    this.#streams.set(request, stream);
    stream.ready = this.#open(request, stream);
  }

  /** The stream begins in the middle of the body: its beginning is what is kept of it so far. */
  async #open(request: Request, stream: Stream): Promise<void> {
    try {
      await this.#bus.send('Network.streamResourceContent', { requestId: request.id }, request.sessionId);
      const { missedBytes } = stream;
      if (missedBytes > 0) {
        const { bytes } = await this.#fetch(request);
        stream.file.append(bytes.subarray(0, missedBytes));
      }
    } catch {
      // The length tells: the body is then taken whole when it has ended.
    }
    for (const piece of stream.early ?? []) stream.file.append(piece);
    stream.early = null;
  }

  async #takeWhole(request: Request): Promise<void> {
    const { exchange, announced } = request;
    if (isBodyless(exchange)) return;
    try {
      const { bytes, isText } = await this.#fetch(request);
      // What the browser already holds as text is the body only if no byte of it was lost in decoding.
      const isExact = !isText || announced === 0 || bytes.length === announced;
      if (bytes.length < announced && !isText) throw new Error(`only ${bytes.length} of ${announced} bytes were kept`);
      if (bytes.length === 0 && promisedBytes(request) > 0) throw new Error('the browser kept nothing of it');
      exchange.body = this.#toFile({ bytes });
      exchange.source = isExact ? 'network' : 'text';
    } catch (error) {
      exchange.error = error instanceof Error ? error.message : String(error);
    }
  }

  async #fetch({ id, sessionId }: Request): Promise<{ bytes: Buffer; isText: boolean }> {
    const { body, base64Encoded } = await this.#bus.send(
      'Network.getResponseBody',
      { requestId: id },
      sessionId,
      bodyLimitMs,
    );
    return { bytes: Buffer.from(body, base64Encoded ? 'base64' : 'utf8'), isText: !base64Encoded };
  }

  readonly #toFile = ({ bytes }: { bytes: Buffer }): BodyFile => {
    const file = this.#folder.next();
    file.append(bytes);
    file.close();
    return file;
  };
}

const promisedBytes = ({ exchange }: Request): number =>
  Number(headerOf(exchange.response?.headers ?? [], 'content-length') ?? 0);
