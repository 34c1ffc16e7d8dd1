import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Fault in a response: `broken` closes the connection before it; `halting` sends its second half a second later. */
export type Mishap = 'broken' | 'halting';

export interface ReplayProxy {
  origin: string;
  /** Each request as method, path and destination. */
  asked: string[];
  /** Chooses the fault for a request. */
  mishap: (asked: string) => Mishap | undefined;
  /** Port of the server behind the proxy. */
  port: number;
  close(): void;
}

/** Simulates a bad connection between the browser and the replay server. */
export async function startReplayProxy(): Promise<ReplayProxy> {
  const server = createServer((incoming, outgoing) => {
    const asked = `${incoming.method} ${incoming.url} ${incoming.headers['sec-fetch-dest']}`;
    proxy.asked.push(asked);
    const mishap = proxy.mishap(asked);
    if (mishap === 'broken') incoming.socket.destroy();
    else pass(incoming, outgoing, proxy.port, mishap === 'halting' ? 1000 : 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: ReplayProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    mishap: () => undefined,
    port: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number, haltMs: number): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, async (answer) => {
    const body = await buffer(answer);
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    const half = haltMs > 0 ? body.length >> 1 : 0;
    if (half > 0) outgoing.write(body.subarray(0, half));
    setTimeout(() => outgoing.end(body.subarray(half)), haltMs);
  });
  onward.on('error', () => incoming.socket.destroy());
  onward.end();
}
