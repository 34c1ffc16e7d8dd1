import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** An open service that records who reached it. */
export interface Canary {
  readonly port: number;
  /** First line of every connection received, which shows how the browser got out. */
  readonly reached: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens a service that only this machine may use: TCP on 127.0.0.1 and, if there is IPv6, on ::1, and UDP. A browser
 * with a hostile page must never reach it.
 */
export async function openCanary(): Promise<Canary> {
  const reached: string[] = [];
  const first = createServer((socket) => answer(socket, reached));
  await once(first.listen(0, '127.0.0.1'), 'listening');
  const { port } = first.address() as AddressInfo;
  const second = createServer((socket) => answer(socket, reached));
  await once(second.listen(port, '::1'), 'listening').catch(() => {}); // no IPv6 here
  const udp = createSocket('udp4', () => reached.push('UDP'));
  await once(udp.bind(port, '127.0.0.1'), 'listening');
  return {
    port,
    reached,
    close: async () => {
      udp.close();
      await Promise.all([first, second].map(closed));
    },
  };
}

function answer(socket: Socket, reached: string[]): void {
  const at = reached.push('TCP') - 1;
  socket.on('error', () => socket.destroy()).setTimeout(2000, () => socket.destroy());
  socket.once('data', (bytes) => {
    reached[at] = bytes.toString('latin1').split('\r\n', 1)[0]!;
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret');
  });
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => (server.listening ? server.close(() => resolve()) : resolve()));
