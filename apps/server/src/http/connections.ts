import type { Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { networksOf } from './networks.ts';

export interface ConnectionLimits {
  /** Open connections per address (for IPv6: per /64); trusted proxies are not limited. */
  perAddress: number;
  /** A connection idle for this long is closed. Live streams and proxies send something every 15 s. */
  silentMs: number;
}

export const connectionLimits: ConnectionLimits = { perAddress: 256, silentMs: 60_000 };

/** Timeouts for a request's headers and for the whole request: 1 GiB at 5 Mbit/s takes about 30 min. */
export const headMs = 15_000;
export const requestMs = 30 * 60_000;
/** Longer than a proxy's keep-alive (60 s in nginx), so that the proxy never reuses a connection just as we close it. */
export const keepAliveMs = 72_000;

/** Browsers and proxies send requests one after the other; a connection needs only a few at once. */
const mostPipelined = 10;

/** The newest response of each connection. */
export const newestAnswer = new WeakMap<Socket, ServerResponse>();

/** Closes connections above an address's limit, and connections with too many unanswered requests. */
export function boundConnections(
  server: Server,
  { perAddress, trustedProxies }: { perAddress: number; trustedProxies: readonly string[] },
): void {
  const isProxy = matcherOf(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    // Reading it now makes Node remember it: after the client hangs up, calls still know the address.
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return void socket.destroy();
    if (isProxy(remoteAddress)) return;
    const [network] = networksOf(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= perAddress) return void socket.destroy();
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
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
