import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies ask one thing after the other; more than a few at once on one connection nobody needs. */
const mostPipelined = 10;

/** The answer that was begun last on a connection. */
export const newestAnswer = new WeakMap<Socket, ServerResponse>();

/** Ends a connection on which more is asked than is answered: who does not read the answers makes no more of them. */
export function boundConnections(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  server.on('request', ({ socket }, response) => {
    newestAnswer.set(socket, response);
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count > mostPipelined) socket.destroy();
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  });
}
