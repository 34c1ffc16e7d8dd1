import {
  calls,
  frameHeader,
  type LiveInput,
  type LiveNotice,
  type LiveOutput,
  liveCloses,
  liveProtocol,
  pieceBytes,
  type SentOf,
} from '@proofkeep/contract';
import type { z } from 'zod';
import { isApiError, toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';

type State = Extract<LiveOutput, { type: 'state' }>;
type Call = typeof calls.liveSessions.sessionTicket;

/**
 * State of the connection. `waiting`: no node is connected yet. `held`: another window controls the session. `refused`:
 * the service gives this user no ticket.
 */
export type Link =
  | 'connecting'
  | 'waiting'
  | 'connected'
  | 'lost'
  | 'held'
  | 'taken'
  | 'signed-out'
  | 'refused'
  | 'over';

/** A frame as received. */
export interface Frame {
  atMs: number;
  width: number;
  height: number;
  jpeg: Blob;
}

export interface ConnectionHandlers {
  /** `why`: a sentence, for `refused`. */
  onLink(link: Link, why?: string): void;
  onState(state: State): void;
  /** Resolves once the frame is drawn; only then the next one may come. */
  onFrame(frame: Frame): Promise<void>;
  onMessage(message: Exclude<LiveOutput, State> | LiveNotice): void;
  onLatency(ms: number): void;
}

/** A message from the window; the contract fills in absent fields. */
export type Input = z.input<typeof LiveInput>;

const pingMs = 2_000;
/** The handshake may take several round trips of a slow network. */
const openingMs = 20_000;
/** The service answers at once and a running session sends its state every second: after this much silence the connection is lost. */
const silentMs = 8_000;
const retryMs = 1_500;
const answerLookMs = 30;
const final: Record<number, Link> = {
  [liveCloses.held]: 'held',
  [liveCloses.taken]: 'taken',
  [liveCloses.signedOut]: 'signed-out',
  [liveCloses.over]: 'over',
};

/** The window's connection to a live session; a lost one is re-established, with a new ticket, until `close`. */
export class Connection {
  readonly #ano: string;
  readonly #on: ConnectionHandlers;
  /** Distinguishes this window's connections from another window's. */
  readonly #windowId = crypto.randomUUID();
  #takesOver: boolean;
  #socket: WebSocket | null = null;
  #isOver = false;
  /** By when the socket must open or the next message arrive; null while neither is expected, because no node is connected. */
  #dueAtMs: number | null = null;
  /** Bytes of a file that have not been acknowledged. */
  #unanswered = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #pings: ReturnType<typeof setInterval>;

  /** @param takesOver from another window that controls the session */
  constructor(ano: string, on: ConnectionHandlers, { takesOver = false } = {}) {
    this.#ano = ano;
    this.#takesOver = takesOver;
    this.#on = on;
    this.#pings = setInterval(() => this.#ping(), pingMs);
    void this.#connect();
  }

  send(input: Input): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(input));
  }

  /** Sends a file that the page asked for, no faster than it arrives. @returns whether all of it was sent */
  async sendFile(file: File): Promise<boolean> {
    const socket = this.#socket;
    this.send({ type: 'file', name: file.name.slice(-255), sizeBytes: file.size });
    this.#unanswered = 0;
    for (let at = 0; at < file.size; at += pieceBytes.each) {
      const piece = await file.slice(at, at + pieceBytes.each).arrayBuffer();
      while (this.#unanswered + piece.byteLength > pieceBytes.unanswered && this.#socket === socket)
        await new Promise((resolve) => setTimeout(resolve, answerLookMs));
      if (this.#socket !== socket || socket?.readyState !== WebSocket.OPEN) return false;
      this.#unanswered += piece.byteLength;
      socket.send(piece);
    }
    return true;
  }

  close(): void {
    this.#isOver = true;
    clearInterval(this.#pings);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  async #connect(): Promise<void> {
    if (this.#isOver) return;
    this.#on.onLink('connecting');
    try {
      const { ticket, path } = await ask<Call>(calls.liveSessions.sessionTicket, {
        ano: this.#ano,
        windowId: this.#windowId,
        takesOver: this.#takesOver,
      } satisfies SentOf<Call>);
      if (!this.#isOver) this.#open(path, ticket);
    } catch (error) {
      if (isApiError(error, 'STATE_FORBIDS', 'NOT_FOUND')) this.#end('over');
      else if (isApiError(error, 'NOT_ALLOWED')) this.#end('refused', toApiError(error).message);
      else this.#again();
    }
  }

  #open(path: string, ticket: string): void {
    const url = new URL(path, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url, [liveProtocol, `ticket.${ticket}`]);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#dueAtMs = performance.now() + openingMs;
    this.#takesOver = false;
    socket.addEventListener('open', () => {
      if (this.#socket === socket) this.#dueAtMs = performance.now() + silentMs;
    });
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket) return;
      if (this.#dueAtMs !== null) this.#dueAtMs = performance.now() + silentMs;
      if (typeof data === 'string') this.#receive(JSON.parse(data) as LiveOutput | LiveNotice);
      else void this.#receiveFrame(data as ArrayBuffer);
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket !== socket) return;
      const link = final[code];
      if (link) this.#end(link);
      else this.#again();
    });
  }

  #receive(message: LiveOutput | LiveNotice): void {
    if (message.type === 'state') this.#on.onState(message);
    else if (message.type === 'received') this.#unanswered -= message.bytes;
    else if (message.type === 'pong') this.#on.onLatency(performance.now() - message.at);
    else if (message.type === 'waiting' || message.type === 'connected') {
      this.#dueAtMs = message.type === 'connected' ? performance.now() + silentMs : null;
      this.#on.onLink(message.type);
    } else this.#on.onMessage(message);
  }

  async #receiveFrame(data: ArrayBuffer): Promise<void> {
    const view = new DataView(data);
    await this.#on.onFrame({
      atMs: view.getFloat64(frameHeader.atMs),
      width: view.getUint16(frameHeader.width),
      height: view.getUint16(frameHeader.height),
      jpeg: new Blob([new Uint8Array(data, frameHeader.bytes)], { type: 'image/jpeg' }),
    });
    this.send({ type: 'ack', frame: view.getUint32(frameHeader.number) });
  }

  /** A browser notices only after minutes that nothing arrives any more. */
  #ping(): void {
    if (this.#dueAtMs !== null && performance.now() > this.#dueAtMs) {
      const silent = this.#socket;
      this.#again();
      return silent?.close();
    }
    this.send({ type: 'ping', at: performance.now() });
  }

  #again(): void {
    if (this.#isOver) return;
    this.#socket = null;
    this.#dueAtMs = null;
    this.#on.onLink('lost');
    this.#retry = setTimeout(() => void this.#connect(), retryMs);
  }

  #end(link: Link, why?: string): void {
    this.close();
    this.#on.onLink(link, why);
  }
}
