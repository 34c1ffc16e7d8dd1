import type { Readable, Writable } from 'node:stream';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

export type SessionId = string;
type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
type Params<M extends keyof Commands> = Commands[M]['paramsType'][0];
type Result<M extends keyof Commands> = Commands[M]['returnType'];
type Payload<E extends keyof Events> = Events[E] extends [infer P] ? P : undefined;

/** The browser refused a command, did not answer in time, or is gone. */
export class CdpError extends Error {
  override name = 'CdpError';
  /** The browser answered: the command itself was wrong. */
  readonly isRefusal: boolean;

  constructor(text: string, { isRefusal = false }: { isRefusal?: boolean } = {}) {
    super(text);
    this.isRefusal = isRefusal;
  }
}

/** A connection to a browser over the Chrome DevTools Protocol with flat sessions, identified by `sessionId`. */
export interface CdpBus {
  send<M extends keyof Commands>(
    method: M,
    params?: Params<M>,
    sessionId?: SessionId,
    timeoutMs?: number,
  ): Promise<Result<M>>;
  /** Returns a function that removes the listener. */
  on<E extends keyof Events>(
    event: E,
    listener: (params: Payload<E>, sessionId: SessionId | undefined) => void,
  ): () => void;
  readonly closed: Promise<void>;
}

const defaultTimeoutMs = 30_000;

interface Pending {
  method: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
  sessionId?: SessionId;
}

/** Returns the bus of a browser started with `--remote-debugging-pipe`: JSON messages terminated by NUL. */
export function pipeBus(write: Writable, read: Readable): CdpBus {
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Set<(params: unknown, sessionId: SessionId | undefined) => void>>();
  let lastId = 0;
  let gone = false;

  const closed = new Promise<void>((resolve) => {
    const end = () => {
      gone = true;
      for (const call of pending.values()) {
        clearTimeout(call.timer);
        call.reject(new CdpError(`${call.method}: the browser is gone`));
      }
      pending.clear();
      resolve();
    };
    read.on('close', end).on('end', end).on('error', end);
    write.on('error', end);
  });

  const receive = (message: Message) => {
    if (message.id === undefined) {
      for (const listener of listeners.get(message.method ?? '') ?? []) listener(message.params, message.sessionId);
      return;
    }
    const call = pending.get(message.id);
    if (!call) return;
    pending.delete(message.id);
    clearTimeout(call.timer);
    if (message.error) call.reject(new CdpError(`${call.method}: ${message.error.message}`, { isRefusal: true }));
    else call.resolve(message.result);
  };
  readMessages(read, receive);

  return {
    closed,
    send(method, params, sessionId, timeoutMs = defaultTimeoutMs) {
      return new Promise((resolve, reject) => {
        if (gone) return reject(new CdpError(`${method}: the browser is gone`));
        const id = ++lastId;
        const timer = setTimeout(() => {
          pending.delete(id);
          reject(new CdpError(`${method}: no answer in ${timeoutMs} ms`));
        }, timeoutMs);
        pending.set(id, { method, resolve: resolve as (value: unknown) => void, reject, timer });
        write.write(`${JSON.stringify({ id, method, params: params ?? {}, sessionId })}\0`);
      });
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set);
      const entry = listener as (params: unknown, sessionId: SessionId | undefined) => void;
      set.add(entry);
      return () => set.delete(entry);
    },
  };
}

/** A message may be tens of megabytes in thousands of pieces: joins them once, when the NUL arrives. */
function readMessages(read: Readable, receive: (message: Message) => void): void {
  let pieces: Buffer[] = [];
  read.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      pieces.push(chunk.subarray(from, end));
      const text = pieces.length === 1 ? (pieces[0] as Buffer).toString() : Buffer.concat(pieces).toString();
      pieces = [];
      from = end + 1;
      receive(JSON.parse(text));
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  });
}
