import { once } from 'node:events';
import http from 'node:http';
import { isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { message } from '@proofkeep/contract';
import { MessageError } from '../capture-error.ts';
import type { Connection } from './connection.ts';
import { dial } from './dial.ts';
import { failed, type Gateway, maxHeaderSize, reached } from './gateway.ts';

export interface Question {
  url: URL;
  /** All header lines, in order. */
  headers: readonly (readonly [name: string, value: string])[];
  /** For https: the server's own certificate, DER. Any other certificate is refused, without asking an authority. */
  certificate: () => Promise<Buffer>;
  signal: AbortSignal;
}

export interface Answer {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  /** `address:port` that the proxy connected to. */
  serverAddress: string;
  /** Null for plain HTTP. */
  tls: { protocol: string; cipher: string } | null;
  /** Throws if the response breaks off. */
  body: AsyncIterable<Buffer>;
}

/**
 * Sends a GET request over HTTP/1.1, on a connection that is checked, recorded and counted like the browser's. Follows
 * no redirect.
 * @throws MessageError if the connection is refused or the server presents another certificate
 */
export async function ask(gateway: Gateway, question: Question): Promise<Answer> {
  const { url, signal } = question;
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const connection = await gateway.judge(url.hostname, port);
  if (connection.why) throw new MessageError(connection.why);
  const socket = gateway.track(dial(connection));
  try {
    await once(socket, 'connect', { signal });
    reached(connection, socket);
    const secure = url.protocol === 'https:' ? await secured(socket, question) : null;
    const response = await send(secure ?? socket, question);
    return {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      headers: pairs(response.rawHeaders),
      serverAddress: `${connection.address}:${port}`,
      tls: secure && tlsOf(secure),
      body: counted(gateway, connection, response),
    };
  } catch (error) {
    socket.destroy();
    failed(connection, error as Error);
    throw error;
  }
}

/**
 * A server that presents the browser's certificate and proves possession of its key is the server that the browser
 * talked to (RFC 8446 §4.4.3).
 */
async function secured(socket: Socket, { url, certificate, signal }: Question): Promise<tls.TLSSocket> {
  const expected = await certificate();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) ? '' : host;
  const secure = tls.connect({ socket, servername, ALPNProtocols: ['http/1.1'], rejectUnauthorized: false });
  await once(secure, 'secureConnect', { signal });
  if (!secure.getPeerCertificate().raw?.equals(expected)) throw new MessageError(message('refetch.certificate'));
  return secure;
}

async function send(socket: Socket, { url, headers, signal }: Question): Promise<http.IncomingMessage> {
  const request = http.request({
    createConnection: () => socket,
    path: `${url.pathname}${url.search}`,
    headers: headers.flat(),
    setHost: false,
    maxHeaderSize,
    signal,
  });
  // Errors after the response started also surface on the response.
  request.on('error', () => {});
  request.end();
  const [response] = (await once(request, 'response', { signal })) as [http.IncomingMessage];
  return response;
}

async function* counted(
  gateway: Gateway,
  connection: Connection,
  response: http.IncomingMessage,
): AsyncGenerator<Buffer> {
  for await (const chunk of response as AsyncIterable<Buffer>) {
    gateway.countDown(connection, chunk.length);
    yield chunk;
  }
}

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []));

/** Uses the browser's names of protocols: `TLS 1.3`. */
const tlsOf = (socket: tls.TLSSocket): Answer['tls'] => ({
  protocol: (socket.getProtocol() ?? '').replace(/^TLSv/, 'TLS '),
  cipher: socket.getCipher().name,
});
