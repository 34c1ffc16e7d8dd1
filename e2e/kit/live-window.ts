import type { LiveInput as Input } from '@proofkeep/contract';
import {
  type LiveInput,
  type LiveNotice,
  type LiveOutput,
  liveProtocol,
  liveSessionCalls,
  pieceBytes,
} from '@proofkeep/contract';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import type { Client } from './service.ts';

type Sent = z.input<typeof Input>;
type State = Extract<LiveOutput, { type: 'state' }>;

/** Controls a live session like the site, but without a browser. */
export class LiveWindow {
  readonly messages: (LiveOutput | LiveNotice)[] = [];
  readonly frames: { number: number; atMs: number; bytes: number }[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) return void this.messages.push(JSON.parse(String(data)));
      const number = data.readUInt32BE(0);
      this.frames.push({ number, atMs: data.readDoubleBE(4), bytes: data.length });
      this.send({ type: 'ack', frame: number });
    });
  }

  /** Connects with a new ticket. @throws Error if the service refuses */
  static async open(client: Client, ano: string, { at = client.url } = {}): Promise<LiveWindow> {
    const { ticket, path } = await client.ask(liveSessionCalls.sessionTicket, { ano, takesOver: true });
    const url = `${at.replace(/^http/, 'ws')}${path}`;
    const socket = new WebSocket(url, [liveProtocol, `ticket.${ticket}`], { headers: { origin: at } });
    const window = new LiveWindow(socket);
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    return window;
  }

  get state(): State | undefined {
    return this.messages.findLast((one): one is State => one.type === 'state');
  }

  send(...inputs: Sent[]): void {
    for (const input of inputs) this.#socket.send(JSON.stringify(input satisfies Sent as LiveInput));
  }

  /** Uploads a file that the page asked for, and gives it to the page. */
  sendFile(name: string, content: Buffer): void {
    this.send({ type: 'file', name, sizeBytes: content.length });
    for (let at = 0; at < content.length; at += pieceBytes.each)
      this.#socket.send(content.subarray(at, at + pieceBytes.each));
    this.send({ type: 'choose', accept: true });
  }

  raw(data: string | Buffer): void {
    this.#socket.send(data);
  }

  click(x: number, y: number): void {
    const at = { x, y, button: 'left', clicks: 1 } as const;
    this.send({ type: 'mouse', action: 'down', ...at, buttons: 1 }, { type: 'mouse', action: 'up', ...at });
  }

  /** Types text key by key. */
  type(text: string): void {
    for (const key of text) {
      const keyCode = key.toUpperCase().charCodeAt(0);
      this.send({ type: 'key', action: 'down', key, text: key, keyCode }, { type: 'key', action: 'up', key, keyCode });
    }
  }

  press(key: string, keyCode: number, text = ''): void {
    this.send(
      { type: 'key', action: 'down', key, code: key, keyCode, text },
      { type: 'key', action: 'up', key, code: key, keyCode },
    );
  }

  /** Closes the connection without notice, as if the network failed. */
  drop(): void {
    this.#socket.terminate();
  }
}
