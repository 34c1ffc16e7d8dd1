import { frameHeader, type LiveNotice } from '@proofkeep/contract';
import type { WebSocket } from 'ws';
import { limitConcurrency } from '../../../kit/concurrency-limit.ts';
import { isJpeg, sharp } from '../../../kit/pictures.ts';
import { ViewerPace } from './viewer-pace.ts';

/** A viewer with this many unread bytes gets no frames until it reads. */
const mostUnreadBytes = 8 * 2 ** 20;
/** Reduced pictures: half as wide and high, about a quarter of the bytes. */
const reduced = { share: 0.5, quality: 50 };
/** Smaller pictures are sent as they are: reducing them gains little. */
const leastBytes = 16 * 1024;
/**
 * Limits of what a node, which may have been taken over by a hostile page, makes the service decode. A session's
 * pictures have a quarter of these pixels (`liveViewports`) and take a hundredth of this time.
 */
const limits = { pixels: 4_000_000, seconds: 2 };
/** Each viewer has at most one picture in the queue. */
const inTurn = limitConcurrency(2);
/** After this time without a new picture, the original of a reduced one follows. */
const restMs = 250;

/** A picture with its header, as the node sent it. */
interface Frame {
  number: number;
  bytes: Buffer;
}

/**
 * Sends the pictures of a session to one window. A window that falls behind gets reduced pictures while the page
 * moves, and the original of the last one once it rests. The recording on the node is not affected.
 */
export class Viewer {
  readonly #socket: WebSocket;
  readonly #pace = new ViewerPace();
  /** The newest picture that waits to be reduced. */
  #waiting: Frame | null = null;
  #isDrawing = false;
  #isClosed = false;
  /** The newest picture that was sent. */
  #sent = -1;
  /** Original of the picture that was last sent reduced. */
  #original: Frame | null = null;
  #rest: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  pass(bytes: Buffer): void {
    // A node sends nothing but JPEG in binary messages.
    if (!isJpeg(bytes.subarray(frameHeader.bytes))) return;
    const frame = { number: bytes.readUInt32BE(frameHeader.number), bytes };
    clearTimeout(this.#rest);
    this.#pace.noteSent(frame.number, performance.now());
    if (!this.#pace.isReduced || bytes.length < leastBytes) return this.#send(frame, bytes);
    this.#waiting = frame;
    if (!this.#isDrawing) void this.#drawAll();
  }

  noteAck(number: number): void {
    const before = this.#pace.isReduced;
    this.#pace.noteAck(number, performance.now());
    const { isReduced } = this.#pace;
    if (isReduced !== before) this.#socket.send(JSON.stringify({ type: 'quality', isReduced } satisfies LiveNotice));
    if (this.#original && number >= this.#original.number && number >= this.#sent && !this.#waiting)
      this.#restSoon(this.#original);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#rest);
    this.#waiting = null;
  }

  /** Reduces one picture at a time, always the newest. */
  async #drawAll(): Promise<void> {
    this.#isDrawing = true;
    for (let next = this.#waiting; next; next = this.#waiting) {
      this.#waiting = null;
      const bytes = await inTurn(() => reduce(next.bytes)).catch(() => next.bytes);
      // A later one may have been sent at once.
      if (next.number >= this.#sent) this.#send(next, bytes);
    }
    this.#isDrawing = false;
  }

  #send(frame: Frame, bytes: Buffer): void {
    if (this.#isClosed || this.#socket.bufferedAmount >= mostUnreadBytes) return;
    this.#sent = frame.number;
    this.#original = bytes === frame.bytes ? null : frame;
    this.#socket.send(bytes);
  }

  #restSoon(frame: Frame): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      if (this.#original === frame && !this.#waiting) this.#send(frame, frame.bytes);
    }, restMs).unref();
  }
}

/** @throws Error if it is too large or can't be decoded in time */
async function reduce(frame: Buffer): Promise<Buffer> {
  const width = Math.round(frame.readUInt16BE(frameHeader.width) * reduced.share);
  const jpeg = await sharp(frame.subarray(frameHeader.bytes), { limitInputPixels: limits.pixels, pages: 1 })
    .timeout({ seconds: limits.seconds })
    .resize({ width, withoutEnlargement: true })
    .jpeg({ quality: reduced.quality })
    .toBuffer();
  return Buffer.concat([frame.subarray(0, frameHeader.bytes), jpeg]);
}
