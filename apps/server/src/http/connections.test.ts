import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { addressCalls, attestationCalls } from '@proofkeep/contract';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useService } from '../testing/service.ts';

const service = useService({ app: { connectionLimits: { perAddress: 20, silentMs: 1_500, headMs: 1_000 } } });
let port = 0;
beforeAll(async () => {
  port = Number(new URL(await service.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens a connection that reads nothing unless the test resumes it. */
async function open(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}
const openConnections = () => promisify(service.app.server.getConnections.bind(service.app.server))();
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const isUp = async () => (await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })).ok;

describe('a connection', () => {
  it('is closed if it pipelines a thousand requests, before they fill the memory', async () => {
    await service.app.inject({ url: '/openapi.json' });
    const before = process.memoryUsage().rss;
    const socket = await open();

    socket.write(get('/openapi.json').repeat(1_300));

    await vi.waitFor(async () => expect(await openConnections()).toBe(0), 5_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
    expect(await isUp()).toBe(true);
  });

  it('does not keep other users waiting if it pipelines', async () => {
    const holder = await service.given.login();
    const read = () =>
      fetch(`http://127.0.0.1:${port}${attestationCalls.labels.path}`, {
        headers: { 'x-auth-token': holder.token, connection: 'close' },
        // Before connections had limits, such a flood stopped a user for more than eight seconds.
        signal: AbortSignal.timeout(4_000),
      });
    expect((await read()).status).toBe(200);

    for (let round = 0; round < 5; round++) {
      const flood = await Promise.all(Array.from({ length: 10 }, open));
      for (const socket of flood) socket.write(get('/openapi.json').repeat(1_300));

      expect((await read()).status).toBe(200);
    }
  });

  it('is closed if it pipelines too many requests, even if its client reads the answers', async () => {
    const socket = await open();
    let answers = '';
    socket.on('data', (data) => {
      answers += data;
    });

    socket.write(get('/healthz').repeat(200));
    await once(socket, 'close');

    expect(answers.split('HTTP/1.1 200').length - 1).toBeLessThan(100);
  });

  it('is closed if its client does not read the answers', async () => {
    const socket = await open();

    socket.write(get('/openapi.json').repeat(10));

    await sleep(200);
    expect(await openConnections()).toBe(1);
    await vi.waitFor(async () => expect(await openConnections()).toBe(0), 15_000);
  });

  it('is closed if its client does not read a live stream, before events fill the memory', async () => {
    const holder = await service.given.login();
    const socket = await open();
    socket.write(
      `GET ${attestationCalls.live.path} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${holder.token}\r\n\r\n`,
    );
    await once(socket, 'readable');

    for (let n = 0; n < 40 && (await openConnections()) > 0; n++)
      await service.database.pool.query(
        `select pg_notify('attestation', jsonb_build_object('kind', 'progress', 'account', $1::text, 'ano', 'a', 'n', i, 'filler', repeat('x', 7000))::text)
         from generate_series(1, 100) i`,
        [holder.accountId],
      );

    await vi.waitFor(async () => expect(await openConnections()).toBe(0), 15_000);
  });

  it('is closed with 408 if its client sends a header line every 200 ms, but never all headers', async () => {
    const socket = await open();
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n');
    const dribble = setInterval(() => socket.write('x-more: 1\r\n'), 200);

    await vi.waitFor(async () => expect(await openConnections()).toBe(0), 8_000).finally(() => clearInterval(dribble));

    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('REQUEST_TIMEOUT');
  });

  it('is refused if its address is at the limit', async () => {
    for (let n = 0; n < 20; n++) await open();
    const more = await open();
    more.resume();

    await once(more, 'close');
    sockets.pop();
    for (const socket of sockets.splice(0)) socket.destroy();
    await vi.waitFor(async () => expect(await isUp()).toBe(true), 5_000);
  });
});

describe('a client behind a trusted proxy', () => {
  const behind = useService({
    app: { trustedProxies: ['127.0.0.1'], connectionLimits: { perAddress: 3, silentMs: 60_000 } },
  });
  let origin = '';
  let token = '';
  beforeAll(async () => {
    origin = await behind.app.listen({ port: 0, host: '127.0.0.1' });
    ({ token } = await behind.given.login());
  });
  const opened: AbortController[] = [];
  afterEach(() => {
    for (const one of opened.splice(0)) one.abort();
  });

  /** Opens a live stream as the proxy does for the client at this address. */
  async function stream(address?: string) {
    const abort = new AbortController();
    opened.push(abort);
    const headers = { 'x-auth-token': token, ...(address ? { 'x-forwarded-for': address } : {}) };
    return fetch(`${origin}${attestationCalls.live.path}`, { headers, signal: abort.signal });
  }

  it('is refused above the limit of its own address, while other clients are not', async () => {
    const held = [await stream('203.0.113.9'), await stream('203.0.113.9'), await stream('203.0.113.9')];

    const more = await stream('203.0.113.9');

    expect(held.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await more.json()).errorCode).toBe('TOO_MANY');
    expect((await stream('203.0.113.10')).status).toBe(200);
  });

  it('is counted by its /64 if it has an IPv6 address', async () => {
    for (const host of ['1', '2', '3']) await stream(`2001:db8::${host}`);

    expect((await stream('2001:db8::4')).status).toBe(429);
    expect((await stream('2001:db8:0:1::4')).status).toBe(200);
  });

  it('is served again once its requests have ended', async () => {
    for (let n = 0; n < 3; n++) await stream('203.0.113.9');
    expect((await stream('203.0.113.9')).status).toBe(429);

    opened[0]?.abort();

    await vi.waitFor(async () => expect((await stream('203.0.113.9')).status).toBe(200), 5_000);
  });

  it('is never the proxy itself', async () => {
    for (let n = 0; n < 5; n++) expect((await stream()).status).toBe(200);
  });
});

describe('a client that hangs up', () => {
  it('is still recorded with its address in the audit event of its change', async () => {
    const holder = await service.given.login();
    const body = JSON.stringify({
      recipient: '王芳',
      phone: '13800000000',
      province: '440000',
      city: '440300',
      district: '440305',
      detail: '科技园一号',
    });
    const socket = await open();
    const { pool } = service.database;
    const blocked = service.database.transaction(async (db) => {
      await db.query('lock table address in access exclusive mode');
      socket.write(
        `POST ${addressCalls.addAddress.path} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${holder.token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      await vi.waitFor(async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        expect(rowCount).toBeGreaterThan(0);
      }, 10_000);
      socket.resetAndDestroy();
      await vi.waitFor(async () => expect(await openConnections()).toBe(0), 5_000);
    });
    await blocked;

    await vi.waitFor(async () => {
      const { rows } = await pool.query('select address from audit where account_id = $1', [holder.accountId]);
      expect(rows).toEqual([{ address: '127.0.0.1' }]);
    }, 10_000);
  });
});
