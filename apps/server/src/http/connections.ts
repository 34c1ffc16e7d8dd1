import type { Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { networksOf } from './networks.ts';

export interface ConnectionLimits {
  /**
   * Open connections per address (for IPv6: per /64). Connections of trusted proxies are not counted; requests in
   * progress through them are, per client.
   */
  perAddress: number;
  /** A connection idle for this long is closed. Live streams and proxies send something every 15 s. */
  silentMs: number;
  /** A connection that hasn't sent a request's headers after this time is answered with 408 and closed. */
  headMs: number;
}

export const connectionLimits: ConnectionLimits = { perAddress: 256, silentMs: 60_000, headMs: 15_000 };

/** Longer than a proxy's keep-alive (60 s in nginx), so that the proxy never reuses a connection just as we close it. */
const keepAliveMs = 72_000;

/** Timeouts and size limits of a server. @param requestMs timeout for receiving a whole request */
export const connectionOptions = (o: {
  silentMs: number;
  headMs: number;
  requestMs: number;
  maxHeaderSize?: number;
  trustedProxies: readonly string[];
}) => ({
  trustProxy: o.trustedProxies.length > 0 ? [...o.trustedProxies] : false,
  connectionTimeout: o.silentMs,
  keepAliveTimeout: keepAliveMs,
  requestTimeout: o.requestMs,
  http: {
    headersTimeout: o.headMs,
    connectionsCheckingInterval: Math.min(5_000, o.headMs),
    ...(o.maxHeaderSize === undefined ? {} : { maxHeaderSize: o.maxHeaderSize }),
  },
});

/** Browsers and proxies send requests in sequence; a connection needs only a few at once. */
const mostPipelined = 10;

/** The newest response of each connection. */
export const newestAnswer = new WeakMap<Socket, ServerResponse>();

interface Bounds {
  perAddress: number;
  trustedProxies: readonly string[];
}

/** Closes connections above an address's limit, and connections with too many unanswered requests. */
export function boundConnections(server: Server, { perAddress, trustedProxies }: Bounds): void {
  const isProxy = matcherOf(trustedProxies);
  const open = counter();
  server.on('connection', (socket) => {
    // Reading it now makes Node remember it, so calls still know the address after the client hangs up.
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return void socket.destroy();
    if (isProxy(remoteAddress)) return;
    const [network] = networksOf(remoteAddress);
    if (open.count(network) >= perAddress) return void socket.destroy();
    open.add(network);
    socket.once('close', () => open.remove(network));
  });

  const unanswered = new WeakMap<Socket, number>();
  server.on('request', ({ socket }, response) => {
    newestAnswer.set(socket, response);
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count > mostPipelined) socket.destroy();
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  });
}

/**
 * Refuses requests of a client behind a trusted proxy above its limit of concurrent requests, live streams included.
 * The proxy's connections carry many clients, so they are not counted. A request without a forwarded address is the
 * proxy's own.
 */
export function boundClients(
  app: FastifyInstance,
  { perAddress, trustedProxies, refuse }: Bounds & { refuse: (reply: FastifyReply) => unknown },
): void {
  const isProxy = matcherOf(trustedProxies);
  const open = counter();
  app.addHook('onRequest', async ({ ip, raw }, reply) => {
    if (!isProxy(raw.socket.remoteAddress ?? ip) || isProxy(ip)) return;
    const [network] = networksOf(ip);
    if (open.count(network) >= perAddress) return refuse(reply);
    open.add(network);
    reply.raw.once('close', () => open.remove(network));
  });
}

/** Counts per key; forgets keys at 0. */
function counter() {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  return {
    count,
    add: (key: string) => void counts.set(key, count(key) + 1),
    remove(key: string) {
      if (count(key) > 1) counts.set(key, count(key) - 1);
      else counts.delete(key);
    },
  };
}

function matcherOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}
