import http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Message, message } from '@proofkeep/contract';
import type { Allowed, Resolve } from '@proofkeep/egress';
import { type Answer, ask, type Question } from './ask.ts';
import type { Connection } from './connection.ts';
import { createDestinations, maxConnections } from './destinations.ts';
import { PinnedAgent } from './dial.ts';
import { forward } from './forward.ts';
import { type Gateway, maxHeaderSize } from './gateway.ts';
import { tunnel } from './tunnel.ts';

export interface EgressOptions {
  allowed: Allowed;
  /** Hosts of the service itself: `name`, `*.name` or address. Refused unless `allowed` covers them. */
  ownHosts: readonly string[];
  /** Bytes received from outside over all connections; above this limit every connection is closed. */
  maxBytes: number;
  resolve: Resolve;
}

export interface EgressGuard {
  connections(): readonly Connection[];
  bytesDown(): number;
  /** Calls the listener once, when a limit is exceeded. */
  onLimit(listener: (said: Message) => void): void;
  /** Takes over a connection from the browser. */
  accept(socket: Socket): void;
  /** Sends a request without the browser, under the same rules. */
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Opens the only way out for a captured page, a forward proxy: resolves a name once, refuses it if any answer is not
 * public, and dials exactly the addresses that it checked. Plain HTTP is checked per request; everything else is
 * tunnelled unchanged.
 */
export function openEgress(o: EgressOptions): EgressGuard {
  const open = new Set<Duplex>();
  let down = 0;
  let limit: Message | null = null;
  let report = (_said: Message) => {};

  const reach = (said: Message) => {
    if (limit) return;
    limit = said;
    report(said);
  };
  const destinations = createDestinations({ ...o, closed: () => limit && message('egress.closed') });
  const track = <T extends Duplex>(socket: T): T => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    return socket;
  };
  const gateway: Gateway = {
    track,
    agent: new PinnedAgent(track),
    judge(host, port) {
      if (destinations.connections.length >= maxConnections)
        reach(message('limit.connections', { count: maxConnections }));
      return destinations.judge(host, port);
    },
    countUp(connection, bytes) {
      connection.bytesUp += bytes;
    },
    countDown(connection, bytes) {
      connection.bytesDown += bytes;
      connection.elapsedMs = Math.max(connection.elapsedMs, Date.now() - Date.parse(connection.at));
      down += bytes;
      if (down <= o.maxBytes) return;
      reach(message('limit.bytes', { bytes: o.maxBytes }));
      for (const socket of open) socket.destroy();
    },
  };
  const server = proxyServer(gateway);

  return {
    connections: () => destinations.connections,
    bytesDown: () => down,
    onLimit: (listener) => {
      report = listener;
    },
    accept: (socket) => {
      // A client that finished sending may still read the rest of the response.
      socket.allowHalfOpen = true;
      server.emit('connection', track(socket));
    },
    ask: (question) => ask(gateway, question),
    async close() {
      for (const socket of open) socket.destroy();
      gateway.agent.destroy();
    },
  };
}

/** The server never listens: connections are passed to it. */
function proxyServer(gateway: Gateway): http.Server {
  // The browser keeps connections open and closes them itself; hanging ones end with the capture.
  const server = http.createServer({ maxHeaderSize, keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) => {
    forward(gateway, request, response).catch(() => response.destroy());
  });
  server.on('connect', (request: http.IncomingMessage, client: Socket, head: Buffer) => {
    tunnel(gateway, request.url ?? '', client, head).catch(() => client.destroy());
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}
