import type { Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { networksOf } from './networks.ts';

export interface ConnectionLimits {
  /** Open at once from one address (of IPv6: one /64); trusted proxies have as many as they like. */
  perAddress: number;
  /** A connection on which nothing is sent or read for so long is ended. Live streams and proxies say something every 15 s. */
  silentMs: number;
}

export const connectionLimits: ConnectionLimits = { perAddress: 256, silentMs: 60_000 };

/** Until the head of a request is there, and all of it: a file of 1 GiB at 5 Mbit/s. */
export const headMs = 15_000;
export const requestMs = 30 * 60_000;
/** Longer than a proxy keeps a connection that it may use again (60 s in nginx): it must not be the one to be surprised. */
export const keepAliveMs = 72_000;

/** Browsers and proxies send requests one after the other; a connection needs only a few at once. */
const mostPipelined = 10;

/** The answer that was begun last on a connection. */
export const newestAnswer = new WeakMap<Socket, ServerResponse>();

/** Ends connections beyond those an address may have, and such on which more is asked than is answered. */
export function boundConnections(
  server: Server,
  { perAddress, trustedProxies }: { perAddress: number; trustedProxies: readonly string[] },
): void {
  const isProxy = matcherOf(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    // Asked for once it is remembered: calls of whoever hangs up still know where they came from.
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
