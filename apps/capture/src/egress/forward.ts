import http from 'node:http';
import type { Connection } from './connection.ts';
import { failed, type Gateway, maxHeaderSize, reached, refusal, verdictHeader } from './gateway.ts';

/**
 * Forwards one plain HTTP request (RFC 9112 §3.2.2, absolute form); the next one on the same connection is checked
 * again.
 */
export async function forward(
  gateway: Gateway,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const url = URL.parse(request.url ?? '');
  if (url?.protocol !== 'http:') {
    response.writeHead(400, { 'content-length': 0 }).end();
    return;
  }
  const connection = await gateway.judge(url.hostname, Number(url.port || 80));
  if (response.destroyed) return;
  if (connection.verdict !== 'allowed') answerInPlace(connection, response);
  else send(gateway, connection, url, request, response);
}

function answerInPlace(connection: Connection, response: http.ServerResponse): void {
  const { status, headers, body } = refusal(connection);
  response.writeHead(status, connection.verdict, headers).end(body);
}

function send(
  gateway: Gateway,
  connection: Connection,
  url: URL,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  const options: http.RequestOptions & { destination: Connection } = {
    host: connection.host,
    port: connection.port,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: ['Host', url.host, ...endToEnd(request.rawHeaders, sentByBrowser)],
    agent: gateway.agent,
    setHost: false,
    maxHeaderSize,
    destination: connection,
  };
  const upstream = http.request(options);
  upstream.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => reached(connection, socket));
    else reached(connection, socket);
  });
  upstream.on('response', (answer) => {
    answer.on('data', (chunk: Buffer) => gateway.countDown(connection, chunk.length));
    answer.on('error', (error) => {
      failed(connection, error);
      response.destroy();
    });
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders, sentByServer));
    answer.pipe(response);
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    if (response.destroyed) return;
    if (response.headersSent) return void response.destroy();
    // The server closed a kept-alive connection as it was reused; it cannot have processed the request twice.
    if (upstream.reusedSocket && isRepeatable(request)) return send(gateway, connection, url, request, response);
    failed(connection, error);
    answerInPlace(connection, response);
  });
  request.on('data', (chunk: Buffer) => gateway.countUp(connection, chunk.length));
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** RFC 9110 §9.2.2; a request without a body cannot have been sent in part. */
const isRepeatable = ({ method, headers }: http.IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

/** Headers that concern a single connection (RFC 9110 §7.6.1). */
const hopByHop = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'];
/** The host header is set from the checked address. */
const sentByBrowser = new Set([...hopByHop, 'te', 'upgrade', 'host']);
/** The proxy chunks again; a length that the server stated is kept. */
const sentByServer = new Set([...hopByHop, 'transfer-encoding', verdictHeader]);

function endToEnd(raw: readonly string[], dropped: ReadonlySet<string>): string[] {
  const pairs = raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : []));
  const named = pairs.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => value.split(','));
  const listed = new Set(named.map((name) => name.trim().toLowerCase()));
  // A body stripped of its framing would be parsed as another request.
  for (const frame of ['content-length', 'transfer-encoding']) listed.delete(frame);
  return pairs
    .filter(([name]) => !dropped.has(name.toLowerCase()) && !listed.has(name.toLowerCase()))
    .flatMap((pair) => [...pair]);
}
