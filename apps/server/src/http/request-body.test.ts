import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { ERRORS } from '@tus/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBody } from './request-body.ts';

type Reader = (request: IncomingMessage) => Promise<string>;

/** Reads the body of the next POST. Its text is the answer; an error's body is the answer with status 413. */
let read: Reader;
/** The last reader's result or error, even if its client has disconnected. */
let outcome: PromiseWithResolvers<string>;
const sockets: Socket[] = [];

const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end('next');
  const answer = (status: number, text: string) => {
    outcome.resolve(text);
    response.writeHead(status).end(text);
  };
  return read(request).then(
    (text) => answer(200, text),
    (error: { body?: string }) => answer(413, error.body ?? String(error)),
  );
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Opens a connection and begins a POST. */
function post(header: string, reader: Reader): { socket: Socket; received: () => string } {
  read = reader;
  outcome = Promise.withResolvers();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
  return { socket, received: () => text };
}

const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
const nextRequest = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const unlimited = () => ({ maxBytes: Number.MAX_SAFE_INTEGER, signal: new AbortController().signal });

/** Reads a body, waiting at its first chunk until the client was told to wait. */
async function lengthOf(request: IncomingMessage, o: { maxBytes: number; signal: AbortSignal }): Promise<string> {
  let length = 0;
  for await (const { length: bytes } of readBody(request, o)) {
    if (length === 0) await expect.poll(() => request.isPaused()).toBe(true);
    length += bytes;
  }
  return String(length);
}

it('lets the client wait while more than 1 MiB is unwritten, and reads all of it', async () => {
  const { socket, received } = post('Content-Length: 4000000', (request) => lengthOf(request, unlimited()));
  socket.write('x'.repeat(4_000_000));
  socket.write(nextRequest);

  expect(await outcome.promise).toBe('4000000');
  await expect.poll(received).toMatch(/200 OK[^]*4000000[^]*200 OK[^]*next/);
});

it('keeps what arrived before the connection was cut', async () => {
  const { socket } = post('Content-Length: 1000', async (request) => {
    const chunks: Uint8Array[] = [];
    request.once('data', () => socket.destroy());
    for await (const bytes of readBody(request, unlimited())) chunks.push(bytes);
    return Buffer.concat(chunks).toString();
  });
  socket.write('arrived');

  expect(await outcome.promise).toBe('arrived');
});

it('ends when it is aborted, and can still answer', async () => {
  const abort = new AbortController();
  const { socket, received } = post('Content-Length: 1000', async (request) => {
    let length = 0;
    request.once('data', () => abort.abort());
    for await (const bytes of readBody(request, { ...unlimited(), signal: abort.signal })) length += bytes.length;
    return `${length} bytes arrived`;
  });
  socket.write('x'.repeat(10));

  await expect.poll(received).toMatch(/200 OK[^]*10 bytes arrived/);
});

it('rejects more bytes than allowed, and the connection stays usable', async () => {
  const { socket, received } = post('Transfer-Encoding: chunked', (request) =>
    lengthOf(request, { ...unlimited(), maxBytes: 100_000 }),
  );
  for (let n = 0; n < 64; n++) socket.write(chunk(2 ** 16));
  socket.write(`0\r\n\r\n${nextRequest}`);

  expect(await outcome.promise).toBe(ERRORS.ERR_MAX_SIZE_EXCEEDED.body);
  await expect.poll(received).toMatch(/413 [^]*200 OK[^]*next/);
});
