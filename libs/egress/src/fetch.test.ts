import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllowed } from './allow.ts';
import { guardedFetch } from './fetch.ts';

let server: Server;
let place: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(1001));
    else if (request.url === '/slow') response.write('begun');
    else if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': 100 }).write('begun');
      setTimeout(() => response.destroy(), 20);
    } else response.end(`${request.method} ${request.headers['content-type'] ?? ''} ${await text(request)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const limits = { limitBytes: 1000, timeoutMs: 300 };
const fetchOpen = (path: string) => guardedFetch(parseAllowed([place]))({ url: `http://${place}${path}`, ...limits });

describe('an untrusted URL', () => {
  it('is fetched when its address is allowed', async () => {
    const fetched = await fetchOpen('/');

    expect(Buffer.from(fetched).toString()).toBe('GET  ');
  });

  it('receives a body', async () => {
    const body = { type: 'application/ocsp-request', bytes: Buffer.from('question') };
    const fetched = await guardedFetch(parseAllowed([place]))({ url: `http://${place}/`, body, ...limits });

    expect(Buffer.from(fetched).toString()).toBe('POST application/ocsp-request question');
  });

  it.each([
    ['/moved', 'http-status'],
    ['/large', 'too-large'],
    ['/slow', 'timeout'],
    ['/cut', 'unreachable'],
  ])('returns nothing if the response to %s is incomplete', async (path, why) => {
    expect(await fetchOpen(path)).toBe(why);
  });

  it('is refused when it is a name of the service itself, or resolves to its address', async () => {
    const fetchFrom = (host: string, ownHosts: string[]) =>
      guardedFetch(parseAllowed([]), ownHosts)({ url: `http://${host}/`, ...limits });

    expect(await fetchFrom('proofkeep.invalid', ['proofkeep.invalid'])).toBe('not-allowed');
    expect(await fetchFrom('a.replay.invalid', ['*.replay.invalid'])).toBe('not-allowed');
    expect(await fetchFrom('198.51.100.7', ['198.51.100.7'])).toBe('not-allowed');
    expect(await fetchFrom('other.invalid', ['proofkeep.invalid', '*.replay.invalid'])).toBe('unreachable');
  });

  it('is fetched from the service itself if its port is allowed', async () => {
    const port = place.split(':')[1];
    const fetch = guardedFetch(parseAllowed([`localhost:${port}`]), ['localhost']);

    expect(Buffer.from(await fetch({ url: `http://localhost:${port}/`, ...limits })).toString()).toBe('GET  ');
  });

  it('is refused when its name resolves to this machine', async () => {
    const port = place.split(':')[1];

    expect(await guardedFetch(parseAllowed([]))({ url: `http://${place}/`, ...limits })).toBe('not-allowed');
    expect(await guardedFetch(parseAllowed([]))({ url: `http://localhost:${port}/`, ...limits })).toBe('not-allowed');
  });

  it.each([
    ['ldap://ca.example/CN=list', 'unsupported-url'],
    ['file:///etc/passwd', 'unsupported-url'],
    ['nothing', 'unsupported-url'],
    ['http://user:password@ca.example/list', 'unsupported-url'],
    ['http://10.0.0.1/list', 'not-allowed'],
    ['http://8.8.8.8:25/list', 'not-allowed'],
    ['http://proofkeep.invalid/list', 'unreachable'],
  ])('returns nothing if it is %s', async (url, why) => {
    expect(await guardedFetch(parseAllowed([]))({ url, ...limits })).toBe(why);
  });
});
