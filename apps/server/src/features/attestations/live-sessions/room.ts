import {
  inputCost,
  LiveInput,
  type LiveNotice,
  type LiveOrder,
  LiveOutput,
  liveCloses,
  liveInputRate,
  pieceBytes,
} from '@proofkeep/contract';
import type { WebSocket } from 'ws';
import { Viewer } from './viewer.ts';

/** Tokens that a window may use at once before the rate limit applies. */
const burst = 2 * liveInputRate;
/** A window that exceeds the rate by this much is disconnected. */
const mostRefused = 5_000;

interface Window {
  socket: WebSocket;
  viewer: Viewer;
  /** Id of the user's window, which may open several connections in sequence. */
  id: string;
  tokens: number;
  countedAtMs: number;
  refused: number;
  isWarned: boolean;
  /** Copies that its user asked for and the node hasn't answered. */
  copies: number;
}

/** A session on this server: the connection of its node and that of one window, and the messages between them. */
export class Room {
  readonly #onStarted: (atMs: number) => void;
  #node: WebSocket | null = null;
  #window: Window | null = null;
  #isStarted = false;

  /** @param onStarted called once, with the age of the recording in ms */
  constructor(onStarted: (atMs: number) => void) {
    this.#onStarted = onStarted;
  }

  get isEmpty(): boolean {
    return this.#node === null && this.#window === null;
  }

  get hasNode(): boolean {
    return this.#node !== null;
  }

  /** A new connection of the node replaces an older one, which may be half open. */
  enterNode(socket: WebSocket): void {
    this.#node?.terminate();
    this.#node = socket;
    socket.on('message', (data, isBinary) => {
      if (this.#node !== socket) return;
      if (isBinary) this.#window?.viewer.pass(data as Buffer);
      else this.#passOutput(String(data));
    });
    this.order({ type: 'present', is: this.#window !== null });
    if (this.#window) this.#notify(this.#window.socket, { type: 'connected' });
  }

  leaveNode(socket: WebSocket): void {
    if (this.#node !== socket) return;
    this.#node = null;
    if (this.#window) this.#notify(this.#window.socket, { type: 'waiting' });
  }

  /**
   * A session has one controlling window. Another window takes over only if its user asked for it; a new connection of
   * the same window replaces an older one, which may be half open. @returns whether the window controls the session now
   */
  enterWindow(socket: WebSocket, { id, takesOver }: { id: string; takesOver: boolean }): boolean {
    const before = this.#window;
    if (before && !takesOver && (id === '' || before.id !== id)) {
      socket.close(liveCloses.held);
      return false;
    }
    const window: Window = {
      socket,
      viewer: new Viewer(socket),
      id,
      tokens: burst,
      countedAtMs: performance.now(),
      refused: 0,
      isWarned: false,
      copies: 0,
    };
    this.#window = window;
    if (before) {
      before.viewer.close();
      this.#notify(before.socket, { type: 'taken' });
      before.socket.close(liveCloses.taken);
    }
    socket.on('message', (data, isBinary) => {
      if (this.#window !== window) return;
      if (isBinary) this.#passPiece(window, data as Buffer);
      else this.#passInput(window, String(data));
    });
    this.#notify(socket, { type: this.#node ? 'connected' : 'waiting' });
    this.order({ type: 'present', is: true });
    return true;
  }

  leaveWindow(socket: WebSocket): void {
    if (this.#window?.socket !== socket) return;
    this.#window.viewer.close();
    this.#window = null;
    this.order({ type: 'present', is: false });
  }

  /** Closes the connection of a window and takes control from it at once, even if it doesn't answer the close. */
  dismiss(socket: WebSocket, code: number): void {
    this.leaveWindow(socket);
    socket.close(code);
  }

  order(order: LiveOrder): void {
    this.#node?.send(JSON.stringify(order));
  }

  /** Ends both connections: the session is over. */
  close(): void {
    if (this.#window) this.dismiss(this.#window.socket, liveCloses.over);
    this.#node?.close();
  }

  #passOutput(text: string): void {
    const parsed = LiveOutput.safeParse(jsonOf(text));
    if (!parsed.success) return;
    const output = parsed.data;
    if (output.type === 'state' && !this.#isStarted) {
      this.#isStarted = true;
      this.#onStarted(output.atMs);
    }
    if (output.type === 'copied' && !this.#takeCopy()) return;
    this.#window?.socket.send(JSON.stringify(output));
  }

  /** Nothing reaches a clipboard unless its user asked for it, not even from a node that was taken over. */
  #takeCopy(): boolean {
    if (!this.#window || this.#window.copies === 0) return false;
    this.#window.copies -= 1;
    return true;
  }

  /**
   * Only validated input reaches the node. Input above the rate limit is dropped, except acknowledgements, which keep
   * frames coming.
   */
  #passInput(window: Window, text: string): void {
    const parsed = LiveInput.safeParse(jsonOf(text));
    if (!parsed.success) return this.dismiss(window.socket, liveCloses.invalid);
    if (!this.#mayPass(window, inputCost(parsed.data))) {
      if (!window.isWarned) this.#notify(window.socket, { type: 'slow' });
      window.isWarned = true;
      window.refused += 1;
      if (window.refused > mostRefused) return this.dismiss(window.socket, liveCloses.tooMany);
      if (parsed.data.type !== 'ack' && parsed.data.type !== 'ping') return;
    } else window.isWarned = false;
    if (parsed.data.type === 'ack') window.viewer.noteAck(parsed.data.frame);
    if (parsed.data.type === 'copy') window.copies += 1;
    this.#node?.send(JSON.stringify(parsed.data));
  }

  /** Forwards a piece of a file that the page asked for. A window that sends more than allowed loses the file. */
  #passPiece(window: Window, bytes: Buffer): void {
    if (bytes.length > pieceBytes.each) return this.dismiss(window.socket, liveCloses.invalid);
    if (this.#mayPass(window, 1)) this.#node?.send(bytes);
  }

  #mayPass(window: Window, cost: number): boolean {
    const now = performance.now();
    const gained = ((now - window.countedAtMs) / 1000) * liveInputRate;
    window.tokens = Math.min(burst, window.tokens + gained);
    window.countedAtMs = now;
    if (window.tokens < cost) return false;
    window.tokens -= cost;
    return true;
  }

  #notify(socket: WebSocket, notice: LiveNotice): void {
    socket.send(JSON.stringify(notice));
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
