import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection to a port through a slow network. */
export interface SlowLink {
  url: string;
  /** Each piece of up to 64 KiB, in both directions, takes this time longer; may change while connections are open. */
  delayMs: number;
  close(): void;
}

/** Starts as a fast network. */
export async function startSlowLink(port: number): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      void carry(from, to, link).catch(() => from.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const link: SlowLink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delayMs: 0,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return link;
}

async function carry(from: Socket, to: Socket, link: SlowLink): Promise<void> {
  for await (const piece of from) {
    if (link.delayMs > 0) await sleep(link.delayMs);
    if (!to.write(piece)) await once(to, 'drain');
  }
  to.end();
}
