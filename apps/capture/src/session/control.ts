import { setTimeout as sleep } from 'node:timers/promises';
import { frameHeader, LiveInput, LiveOrder, type LiveOutput, unackedFrames } from '@proofkeep/contract';
import { z } from 'zod';

const Incoming = z.union([LiveOrder, LiveInput]);
const retryMs = { first: 200, longest: 2_000 };
/** Messages for a service that reads slower than this are dropped; frames are sent again. */
const mostUnsentBytes = 16 * 2 ** 20;

export interface ControlHandlers {
  onInput(input: LiveInput): void;
  /** Bytes of a file that the page asked for. */
  onPiece(bytes: Uint8Array): void;
  onOrder(order: LiveOrder): void;
  /** The service is unavailable, so the user has no control meanwhile. */
  onAway(): void;
}

/** A frame to be sent to the user. */
export interface LiveFrame {
  number: number;
  atMs: number;
  width: number;
  height: number;
  jpeg: Uint8Array;
}

/**
 * The connection of a session to the service, which forwards the user's input. It is dialled from here, and redialled
 * whenever it is lost. A slow user gets fewer frames, always the newest.
 */
export class Control {
  readonly #o: { url: string; token: string };
  readonly #handlers: ControlHandlers;
  readonly #ending = new AbortController();
  #socket: WebSocket | null = null;
  #isPresent = false;
  #unacked: number[] = [];
  #newest: LiveFrame | null = null;
  #isNewestSent = true;

  constructor(o: { url: string; token: string }, handlers: ControlHandlers) {
    this.#o = o;
    this.#handlers = handlers;
    void this.#keepConnected();
  }

  send(output: LiveOutput): void {
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < mostUnsentBytes)
      socket.send(JSON.stringify(output));
  }

  show(frame: LiveFrame): void {
    this.#newest = frame;
    this.#isNewestSent = false;
    this.#sendNewest();
  }

  close(): void {
    this.#ending.abort();
    this.#socket?.close();
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#ending;
    for (let pauseMs = retryMs.first; !signal.aborted; pauseMs = Math.min(pauseMs * 2, retryMs.longest)) {
      if (await this.#connect()) pauseMs = retryMs.first;
      this.#isPresent = false;
      if (signal.aborted) return;
      this.#handlers.onAway();
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Resolves when the connection has ended. @returns whether it was established */
  async #connect(): Promise<boolean> {
    // Node's WebSocket accepts headers (undici), but the DOM types don't declare it.
    const options = { headers: { authorization: `Bearer ${this.#o.token}` } } as unknown as string[];
    const socket = new WebSocket(this.#o.url, options);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    let wasOpen = false;
    return new Promise((resolve) => {
      socket.addEventListener('open', () => {
        wasOpen = true;
      });
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') this.#receive(data);
        else this.#handlers.onPiece(new Uint8Array(data as ArrayBuffer));
      });
      // A failed connection is closed, too.
      socket.addEventListener('close', () => resolve(wasOpen));
    });
  }

  #receive(text: string): void {
    const parsed = Incoming.safeParse(JSON.parse(text));
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.type === 'ack') {
      this.#unacked = this.#unacked.filter((number) => number > message.frame);
      this.#sendNewest();
    } else if (message.type === 'present') {
      this.#isPresent = message.is;
      this.#unacked = [];
      this.#isNewestSent = false;
      this.#sendNewest();
      this.#handlers.onOrder(message);
    } else if (message.type === 'stop' || message.type === 'wall') this.#handlers.onOrder(message);
    else this.#handlers.onInput(message);
  }

  #sendNewest(): void {
    const frame = this.#newest;
    const socket = this.#socket;
    if (!frame || this.#isNewestSent || !this.#isPresent || socket?.readyState !== WebSocket.OPEN) return;
    if (this.#unacked.length >= unackedFrames || socket.bufferedAmount > mostUnsentBytes) return;
    const head = Buffer.alloc(frameHeader.bytes);
    head.writeUInt32BE(frame.number, frameHeader.number);
    head.writeDoubleBE(frame.atMs, frameHeader.atMs);
    head.writeUInt16BE(frame.width, frameHeader.width);
    head.writeUInt16BE(frame.height, frameHeader.height);
    socket.send(Buffer.concat([head, frame.jpeg]));
    this.#unacked.push(frame.number);
    this.#isNewestSent = true;
  }
}
