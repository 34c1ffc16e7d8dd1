import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Listeners on loopback and on every address of the machine. A confined browser must not be able to reach them. */
export interface Canaries {
  readonly addresses: readonly string[];
  readonly tcpPort: number;
  readonly udpPort: number;
  /** Whether any of them received anything. */
  touched(): boolean;
  close(): void;
}

export async function setCanaries(): Promise<Canaries> {
  const own = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((item) => !(item.family === 'IPv6' && item.scopeid));
  let touched = false;
  const touch = () => {
    touched = true;
  };
  const tcp = createServer((socket) => {
    touch();
    socket.destroy();
  });
  // Without an address both listen on all addresses of the host; an IPv6 socket also accepts IPv4.
  await new Promise<void>((resolve, reject) => tcp.on('error', reject).listen(0, resolve));
  const udp = createSocket(own.some(({ family }) => family === 'IPv6') ? 'udp6' : 'udp4').on('message', touch);
  await new Promise<void>((resolve, reject) => udp.on('error', reject).bind(0, resolve));
  return {
    addresses: own.map(({ address }) => address),
    tcpPort: (tcp.address() as { port: number }).port,
    udpPort: udp.address().port,
    touched: () => touched,
    close: () => {
      tcp.close();
      udp.close();
    },
  };
}
