import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export interface Balancer {
  url: string;
  close(): void;
}

/** Starts a round-robin load balancer without sticky sessions, on `port`. */
export async function startBalancer(ports: readonly number[], { port }: { port: number }): Promise<Balancer> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, ports[turn++ % ports.length] as number));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  // A client that closes its stream also closes the stream at the server.
  outgoing.on('close', () => onward.destroy());
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
