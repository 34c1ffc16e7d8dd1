import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerError } from './answer-error.ts';

const logged: string[] = [];
const ended: string[] = [];
const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } });
app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply));
app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
app.addHook('onError', async (request) => void ended.push(request.url));
app.put('/file', async ({ raw }) => {
  let size = 0;
  for await (const chunk of raw) size += chunk.length;
  return { size };
});
app.put('/elsewhere', async ({ raw }) => {
  for await (const _ of raw);
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
});

beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());
beforeEach(() => {
  logged.length = 0;
  ended.length = 0;
});

/** Sends a file of ten bytes and, after some of them, resets the connection. */
async function send(path: string, bytes: string): Promise<void> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `PUT ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/octet-stream\r\ncontent-length: 10\r\n\r\n${bytes}`,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  if (bytes.length < 10) socket.resetAndDestroy();
  await expect.poll(() => ended).toEqual([path]);
  socket.destroy();
}

describe('a call whose connection is reset', () => {
  it('is not logged as failed if the client hung up before its file was sent', async () => {
    await send('/file', 'begin');

    expect(logged).toEqual([]);
  });

  it('is logged as failed if another connection was reset', async () => {
    await send('/elsewhere', '0123456789');

    expect(logged).toEqual([expect.stringContaining('a call failed')]);
  });
});
