import { lookup } from 'node:dns/promises';
import http from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicAddress } from './address.ts';
import { type Allowed, unbracket } from './allow.ts';
import { isDeniedPort } from './url.ts';

/** One connection that a captured page made or tried to make: part of the evidence. */
export interface Connection {
  at: string;
  host: string;
  port: number;
  /** Every address the name resolved to, in the resolver's order. */
  answers: string[];
  /** The one that was checked and dialled; null when none was. */
  address: string | null;
  verdict: 'allowed' | 'refused' | 'failed';
  why: string;
  bytesUp: number;
  bytesDown: number;
}

export interface EgressOptions {
  allowed: Allowed;
  /** Bytes from the outside, over all connections; above it everything is cut. */
  maxBytes: number;
  /** Names with fixed addresses, for tests and for operators' own names. */
  hosts: ReadonlyMap<string, readonly string[]>;
}

export interface EgressGuard {
  connections(): readonly Connection[];
  bytesDown(): number;
  /** Called once, when `maxBytes` is passed. */
  onLimit(listener: () => void): void;
  /** Hands over a connection from the browser. */
  accept(socket: Socket): void;
  close(): Promise<void>;
}

/** What Chromium calls for itself and no page asks for; refused, and kept out of the evidence. */
const browserOwn = new Set([
  'update.googleapis.com',
  'clientservices.googleapis.com',
  'optimizationguide-pa.googleapis.com',
  'content-autofill.googleapis.com',
  'safebrowsing.googleapis.com',
  'safebrowsingohttpgateway.googleapis.com',
  'android.clients.google.com',
  'clients2.google.com',
  'mtalk.google.com',
  'redirector.gvt1.com',
]);

class Refused extends Error {}

/**
 * The one way out of a captured page: resolves a name once, refuses it if any answer is not public, and dials the very
 * address it checked, so that a name cannot change its meaning in between. TLS is tunnelled untouched.
 */
export function openEgress(o: EgressOptions): EgressGuard {
  const connections: Connection[] = [];
  const open = new Set<Duplex>();
  let down = 0;
  let atLimit = () => {};

  const count = (connection: Connection, bytes: number) => {
    connection.bytesDown += bytes;
    down += bytes;
    if (down <= o.maxBytes) return;
    atLimit();
    atLimit = () => {};
    for (const socket of open) socket.destroy();
  };
  const track = <T extends Duplex>(socket: T): T => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    return socket;
  };
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

  const server = http.createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  server.requestTimeout = 0;
  server.on('connect', (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    track(socket);
    tunnel(request, socket, head).catch(() => socket.destroy());
  });
  server.on('clientError', (_, socket) => socket.destroy());

  /** Resolves, checks and notes a destination. @returns the noted connection, with the address to dial or without one. */
  async function destination(hostText: string, port: number): Promise<Connection> {
    const host = canonicalHost(hostText);
    const noted: Connection = {
      at: new Date().toISOString(),
      host,
      port,
      answers: [],
      address: null,
      verdict: 'refused',
      why: '',
      bytesUp: 0,
      bytesDown: 0,
    };
    const own = browserOwn.has(host);
    if (!own) connections.push(noted);
    try {
      if (own) throw new Refused('the browser asked for itself');
      const fixed = o.hosts.get(host);
      noted.answers = fixed ? [...fixed] : isIP(host) ? [host] : await resolve(host);
      for (const address of noted.answers) {
        if (o.allowed.covers(host, port, address)) continue;
        if (isDeniedPort(port)) throw new Refused(`port ${port} is not one that web pages are served on`);
        if (!isPublicAddress(address)) throw new Refused(`${address} is not a public address`);
      }
      noted.address = noted.answers[0] ?? null;
      noted.verdict = 'allowed';
    } catch (error) {
      noted.verdict = error instanceof Refused ? 'refused' : 'failed';
      noted.why = error instanceof Error ? error.message : String(error);
    }
    return noted;
  }

  async function tunnel(request: http.IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const place = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(request.url ?? '');
    const noted = place?.[1] ? await destination(place[1], Number(place[2])) : undefined;
    if (!noted?.address) {
      client.end(`HTTP/1.1 ${noted?.verdict === 'failed' ? '502 Failed' : '403 Refused'}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const upstream = track(connect({ host: noted.address, port: noted.port }));
    upstream.on('error', (error) => fail(noted, error));
    upstream.on('connect', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      if (head.length > 0) upstream.write(head);
      client.pipe(upstream);
      upstream.pipe(client);
    });
    client.on('data', (chunk: Buffer) => {
      noted.bytesUp += chunk.length;
    });
    upstream.on('data', (chunk: Buffer) => count(noted, chunk.length));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  }

  async function forward(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let url: URL;
    try {
      url = new URL(request.url ?? '');
    } catch {
      response.writeHead(400).end();
      return;
    }
    if (url.protocol !== 'http:') {
      response.writeHead(400).end();
      return;
    }
    const noted = await destination(url.hostname, Number(url.port || 80));
    if (!noted.address) {
      response.writeHead(noted.verdict === 'failed' ? 502 : 403, { 'x-proofkeep-egress': noted.verdict }).end();
      return;
    }
    const upstream = http.request({
      host: noted.address,
      port: noted.port,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: withoutHopByHop(request.rawHeaders, url.host),
      agent,
      setHost: false,
    });
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutProxyHeaders(answer.rawHeaders));
      answer.on('data', (chunk: Buffer) => count(noted, chunk.length));
      answer.on('error', () => response.destroy());
      answer.on('aborted', () => response.destroy());
      answer.pipe(response);
    });
    upstream.on('error', (error) => {
      fail(noted, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { 'x-proofkeep-egress': 'failed' }).end();
    });
    request.on('data', (chunk: Buffer) => {
      noted.bytesUp += chunk.length;
    });
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  }

  return {
    connections: () => connections,
    bytesDown: () => down,
    onLimit: (listener) => {
      atLimit = listener;
    },
    accept: (socket) => {
      track(socket);
      server.emit('connection', socket);
    },
    async close() {
      for (const socket of open) socket.destroy();
      agent.destroy();
      server.closeAllConnections();
    },
  };
}

function fail(connection: Connection, error: Error): void {
  connection.verdict = 'failed';
  connection.why ||= error.message;
}

async function resolve(name: string): Promise<string[]> {
  const answers = await lookup(name.replace(/\.$/, ''), { all: true, verbatim: true });
  return answers.map((answer) => answer.address);
}

/** The host as the browser spells it: `0x7f.1`, `127.1` and full-width digits become the address they mean. */
function canonicalHost(host: string): string {
  try {
    const bare = unbracket(host);
    return unbracket(new URL(`http://${bare.includes(':') ? `[${bare}]` : bare}/`).hostname);
  } catch {
    return host;
  }
}

const hopByHop = new Set([
  'proxy-connection',
  'proxy-authorization',
  'connection',
  'te',
  'upgrade',
  'keep-alive',
  'host',
]);

function withoutHopByHop(raw: string[], host: string): string[] {
  const kept = ['Host', host];
  for (let i = 0; i + 1 < raw.length; i += 2)
    if (!hopByHop.has((raw[i] as string).toLowerCase())) kept.push(raw[i] as string, raw[i + 1] as string);
  return kept;
}

/** The answer as it came, but for what concerns only the connection to the proxy. */
function withoutProxyHeaders(raw: string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] as string).toLowerCase();
    if (name !== 'connection' && name !== 'keep-alive' && name !== 'proxy-connection' && name !== 'transfer-encoding')
      kept.push(raw[i] as string, raw[i + 1] as string);
  }
  return kept;
}
