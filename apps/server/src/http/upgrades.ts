import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** A request to become a WebSocket (RFC 6455 §4.1), before it is answered. */
export interface UpgradeRequest {
  request: IncomingMessage;
  pathname: string;
  socket: Duplex;
  head: Buffer;
}

/** @returns false if the path is no address of this route */
export type UpgradeRoute = (upgrade: UpgradeRequest) => Promise<boolean>;

/** Gives each upgrade to the first route that knows its path; other paths are refused. */
export function routeUpgrades(app: FastifyInstance, routes: readonly UpgradeRoute[]): void {
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = async () => {
      for (const route of routes) if (await route({ request, pathname, socket, head })) return;
      refuseUpgrade(socket, 404);
    };
    answer().catch((error: unknown) => {
      app.log.error({ err: error }, 'a WebSocket could not be connected');
      refuseUpgrade(socket, 500);
    });
  };
  app.server.on('upgrade', upgrade);
  app.addHook('preClose', async () => void app.server.off('upgrade', upgrade));
}

const statusTexts: Record<number, string> = {
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  500: 'Internal Server Error',
};

/** Refuses an upgrade with a status and no body. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${statusTexts[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The ticket that a browser offers as second sub-protocol, where it can set no header. */
export function offeredTicket({ headers }: IncomingMessage): string {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
  return offered.find((one) => one.startsWith('ticket.'))?.slice('ticket.'.length) ?? '';
}
