import type { Socket } from 'node:net';
import { dial } from './dial.ts';
import { failed, type Gateway, reached, refusal } from './gateway.ts';

/** CONNECT (RFC 9110 §9.3.6), which the browser uses for https and for WebSockets. */
export async function tunnel(gateway: Gateway, authority: string, client: Socket, head: Buffer): Promise<void> {
  const [, host, port] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(authority) ?? [];
  if (!host) {
    client.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  const connection = await gateway.judge(host, Number(port));
  const refuse = () => {
    const { status, headers, body } = refusal(connection);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    client.end(`HTTP/1.1 ${status} ${connection.verdict}\r\n${lines.join('')}\r\n${body}`);
  };
  if (client.destroyed) return;
  if (connection.verdict !== 'allowed') return refuse();

  const upstream = gateway.track(dial(connection));
  let isOpen = false;
  upstream.on('connect', () => {
    isOpen = true;
    reached(connection, upstream);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) upstream.write(head);
    gateway.countUp(connection, head.length);
    client.on('data', (chunk: Buffer) => gateway.countUp(connection, chunk.length));
    upstream.on('data', (chunk: Buffer) => gateway.countDown(connection, chunk.length));
    client.pipe(upstream);
    upstream.pipe(client);
  });
  upstream.on('error', (error) => {
    failed(connection, error);
    if (isOpen) client.resetAndDestroy();
    else refuse();
  });
  // Not `destroy`: the last bytes may still be in transit to a slow reader.
  upstream.on('close', () => client.destroySoon());
  client.on('close', () => upstream.destroy());
}
