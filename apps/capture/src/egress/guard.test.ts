import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllowed } from '@proofkeep/egress';
import { afterEach, describe, expect, it } from 'vitest';
import { type EgressGuard, openEgress } from './guard.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listening<T extends Server>(server: T, host = '127.0.0.1'): Promise<T & { port: number }> {
  await once(server.listen(0, host), 'listening');
  closers.push(() => server.close());
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

const origin = (listener: http.RequestListener, host?: string) => listening(http.createServer(listener), host);

interface Proxy {
  guard: EgressGuard;
  port: number;
  open(): Promise<Socket>;
  get(
    url: string,
    options?: http.RequestOptions,
  ): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>;
  connect(authority: string): Promise<{ status: number; socket: Socket }>;
}

async function proxy(o: {
  allow?: string[];
  maxBytes?: number;
  names?: Record<string, () => string[]>;
}): Promise<Proxy> {
  const guard = openEgress({
    allowed: parseAllowed(o.allow ?? []),
    ownHosts: [],
    maxBytes: o.maxBytes ?? Number.POSITIVE_INFINITY,
    resolve: async (name) => {
      const answers = o.names?.[name]?.();
      if (!answers) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
      return answers;
    },
  });
  const { port } = await listening(createServer(guard.accept));
  closers.push(() => guard.close());
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(
      socket.on('error', () => {}),
      'connect',
    );
    closers.push(() => socket.destroy());
    return socket;
  };
  return {
    guard,
    port,
    open,
    async get(url, options = {}) {
      const request = http.request({ host: '127.0.0.1', port, path: url, agent: false, ...options }).end();
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
    },
    async connect(authority) {
      const request = http.request({ host: '127.0.0.1', port, method: 'CONNECT', path: authority, agent: false }).end();
      const [response, socket] = (await once(request, 'connect')) as [http.IncomingMessage, Socket];
      closers.push(() => socket.destroy());
      return { status: response.statusCode ?? 0, socket };
    },
  };
}

describe('the egress guard', () => {
  it('forwards a plain request to the allowed host and records its destination', async () => {
    const site = await origin((request, response) => {
      response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Odd', 'é']);
      response.end(`${request.method} ${request.url} ${request.headers.host}`);
    });
    const place = `site.test:${site.port}`;
    const { get, guard } = await proxy({ allow: [place], names: { 'site.test': () => ['127.0.0.1'] } });

    const answer = await get(`http://${place}/page?q=1`, { headers: { Host: 'other.test' } });

    expect(answer).toMatchObject({ status: 200, body: `GET /page?q=1 ${place}` });
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(answer.headers['x-odd']).toBe('é');
    expect(guard.connections()).toEqual([
      {
        at: expect.stringMatching(/Z$/),
        host: 'site.test',
        port: site.port,
        answers: ['127.0.0.1'],
        address: '127.0.0.1',
        verdict: 'allowed',
        why: null,
        bytesUp: 0,
        bytesDown: answer.body.length,
        elapsedMs: expect.any(Number),
      },
    ]);
  });

  it('tunnels opaque bytes in both directions, to the last byte', async () => {
    const echo = await listening(createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)));
    const { connect: open, guard } = await proxy({ allow: [`127.0.0.1:${echo.port}`] });
    const sent = Buffer.alloc(3_000_000, 'proofkeep ');

    const { status, socket } = await open(`127.0.0.1:${echo.port}`);
    socket.end(sent);
    const received = createHash('sha256');
    for await (const chunk of socket) received.update(chunk);

    expect(status).toBe(200);
    expect(received.digest('hex')).toBe(createHash('sha256').update(sent).digest('hex'));
    expect(guard.connections()).toMatchObject([{ bytesUp: sent.length, bytesDown: sent.length }]);
  });

  it.each(['127.0.0.1', '127.1', '0x7f000001', '[::1]', '[::ffff:127.0.0.1]', '0', '0177.1', 'localhost'])(
    'never connects to this machine, spelled %s',
    async (host) => {
      let touched = 0;
      const canary = await origin((_, response) => {
        touched += 1;
        response.end('secret');
      });
      const { get, connect: open } = await proxy({ names: { localhost: () => ['127.0.0.1'] } });

      const plain = await get(`http://${host}:${canary.port}/`);
      const tunnelled = await open(`${host}:${canary.port}`);

      expect(plain.status).toBe(403);
      expect(plain.headers['x-proofkeep-egress']).toBe('refused');
      expect(plain.body).toMatch(/refused: [\d:.a-f]+ isn't a public internet address\.\n$/);
      expect(tunnelled.status).toBe(403);
      expect(touched).toBe(0);
    },
  );

  it('refuses a name if any of its answers is not public', async () => {
    const { get, guard } = await proxy({ names: { 'mixed.test': () => ['93.184.216.34', '10.0.0.5'] } });

    const { status } = await get('http://mixed.test/');

    expect(status).toBe(403);
    expect(guard.connections()).toMatchObject([
      {
        answers: ['93.184.216.34', '10.0.0.5'],
        address: null,
        verdict: 'refused',
        why: { text: "10.0.0.5 isn't a public internet address." },
      },
    ]);
  });

  it('dials the address that it checked, even if the name resolves differently by then', async () => {
    const first = await origin((_, response) => response.end('first'));
    const second = await listening(
      http.createServer((_, response) => response.end('second')),
      '127.0.0.2',
    );
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const { get, guard } = await proxy({
      allow: [`127.0.0.1:${first.port}`, `127.0.0.2:${second.port}`],
      names: { 'flip.test': () => answers.shift() ?? ['127.0.0.2'] },
    });

    const bodies = [await get(`http://flip.test:${first.port}/`), await get(`http://flip.test:${first.port}/`)];

    expect(bodies.map(({ body }) => body)).toEqual(['first', 'first']);
    expect(guard.connections().map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
    expect((await get(`http://flip.test:${second.port}/`)).status).toBe(403);
  });

  it('checks each request of a connection again', async () => {
    const site = await origin((_, response) => response.end('fine'));
    const { open } = await proxy({ allow: [`127.0.0.1:${site.port}`] });

    const socket = await open();
    socket.write(`GET http://127.0.0.1:${site.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [one] = await once(socket, 'data');
    socket.write('GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: a\r\n\r\n');
    const [two] = await once(socket, 'data');

    expect(String(one)).toMatch(/^HTTP\/1.1 200/);
    expect(String(two)).toMatch(/^HTTP\/1.1 403/);
  });

  it('leaves redirects to the browser, and refuses its next request', async () => {
    const canary = await origin((_, response) => response.end('secret'));
    const site = await origin((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end();
    });
    const { get } = await proxy({ allow: [`127.0.0.1:${site.port}`] });

    const first = await get(`http://127.0.0.1:${site.port}/`);
    const second = await get(first.headers.location ?? '');

    expect(first.status).toBe(302);
    expect(second.status).toBe(403);
  });

  it('refuses ports that serve no pages, and reports it', async () => {
    const { get, guard } = await proxy({ names: { 'public.test': () => ['93.184.216.34'] } });

    const { status } = await get('http://public.test:25/');

    expect(status).toBe(403);
    expect(guard.connections()[0]?.why?.text).toBe("Port 25 isn't used for web pages.");
  });

  it('answers 502 if a name has no address or nothing listens', async () => {
    const closed = await origin(() => {});
    closed.close();
    const { get, connect: open, guard } = await proxy({ allow: [`127.0.0.1:${closed.port}`] });

    const unknown = await get('http://unknown.test/');
    const silent = await get(`http://127.0.0.1:${closed.port}/`);
    const { status } = await open(`127.0.0.1:${closed.port}`);

    expect([unknown.status, silent.status, status]).toEqual([502, 502, 502]);
    expect(guard.connections()).toMatchObject([
      { host: 'unknown.test', answers: [], verdict: 'failed', why: { name: 'network.unknown-name' } },
      {
        answers: ['127.0.0.1'],
        address: null,
        verdict: 'failed',
        why: { name: 'network.refused' },
      },
      {
        answers: ['127.0.0.1'],
        address: null,
        verdict: 'failed',
        why: { name: 'network.refused' },
      },
    ]);
  });

  it('tries the next address of a name if the first does not answer', async () => {
    const site = await origin((_, response) => response.end('second'), '127.0.0.2');
    const { get, guard } = await proxy({
      allow: ['127.0.0.0/8'],
      names: { 'two.test': () => ['127.0.0.1', '127.0.0.2'] },
    });

    const { body } = await get(`http://two.test:${site.port}/`);

    expect(body).toBe('second');
    expect(guard.connections()).toMatchObject([{ answers: ['127.0.0.1', '127.0.0.2'], address: '127.0.0.2' }]);
  });

  it("keeps the browser's own requests out of the evidence", async () => {
    const { get, guard } = await proxy({ names: { 'update.googleapis.com': () => ['93.184.216.34'] } });

    const { status } = await get('http://update.googleapis.com/service/update2/json');

    expect(status).toBe(403);
    expect(guard.connections()).toEqual([]);
  });

  it('closes every connection at the byte limit and allows none after it', async () => {
    const site = await origin((_, response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write(Buffer.alloc(100_000)), 1);
      response.on('close', () => clearInterval(more));
    });
    const { get, guard } = await proxy({ allow: [`127.0.0.1:${site.port}`], maxBytes: 1_000_000 });
    const sentences: string[] = [];
    guard.onLimit(({ text: sentence }) => sentences.push(sentence));

    await expect(get(`http://127.0.0.1:${site.port}/`)).rejects.toThrow();
    const later = await get(`http://127.0.0.1:${site.port}/`);

    expect(later.status).toBe(403);
    expect(sentences).toEqual(['More than 1000000 bytes were received; the rest was cut off.']);
    expect(guard.bytesDown()).toBeLessThan(1_400_000);
  });

  it('retries if the server closed a kept-alive connection', async () => {
    const site = await origin((_, response) => response.end('fine'));
    site.keepAliveTimeout = 1;
    let requests = 0;
    site.on('request', ({ socket }) => {
      requests += 1;
      // Resets without a response: the proxy notices when it writes.
      if (requests % 2 === 1) setTimeout(() => socket.resetAndDestroy(), 20);
    });
    const { get } = await proxy({ allow: [`127.0.0.1:${site.port}`] });

    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) {
      statuses.push((await get(`http://127.0.0.1:${site.port}/`)).status);
      await sleep(n + 10);
    }

    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('hostile bytes at the proxy', () => {
  it.each([
    ['two lengths', 'POST http://HOST/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\nhello'],
    [
      'a length and chunks',
      'POST http://HOST/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
    ],
    ['a bare line feed', 'GET http://HOST/ HTTP/1.1\nHost: a\n\n'],
    [
      'a space before the colon',
      'POST http://HOST/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a path alone', 'GET / HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['another scheme', 'GET file:///etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no request at all', '\0\0\0\0'],
    ['a tunnel to no port', 'CONNECT 127.0.0.1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('do not reach a server: %s', async (_, bytes) => {
    const reached: string[] = [];
    const site = await origin((request, response) => {
      reached.push(request.url ?? '');
      response.end();
    });
    const { open } = await proxy({ allow: [`127.0.0.1:${site.port}`] });

    const socket = await open();
    socket.end(bytes.replaceAll('HOST', `127.0.0.1:${site.port}`));
    const answer = await text(socket);

    expect(answer).toMatch(/^($|HTTP\/1.1 400)/);
    expect(reached).toEqual([]);
  });

  it.each(['GET', 'POST'])('cannot hide a second request in the body of a %s', async (method) => {
    const reached: string[] = [];
    const site = await origin((request, response) => {
      reached.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => response.end('fine'));
    });
    const { open } = await proxy({ allow: [`127.0.0.1:${site.port}`] });
    const body = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
    const head = `${method} http://127.0.0.1:${site.port}/ HTTP/1.1\r\nHost: a\r\nConnection: content-length\r\nContent-Length: ${body.length}\r\n\r\n`;

    const socket = await open();
    socket.write(head + body);
    const [answer] = await once(socket, 'data');
    await sleep(100);

    expect(String(answer)).toMatch(/^HTTP\/1.1 200/);
    expect(reached).toEqual([`${method} /`]);
  });

  it("cannot make a site's answer look like the proxy's refusal", async () => {
    const site = await origin((_, response) => {
      response.writeHead(403, { 'X-Proofkeep-Egress': 'refused' }).end('no');
    });
    const { get } = await proxy({ allow: [`127.0.0.1:${site.port}`] });

    const { status, headers } = await get(`http://127.0.0.1:${site.port}/`);

    expect(status).toBe(403);
    expect(headers['x-proofkeep-egress']).toBeUndefined();
  });
});
