import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
vi.stubGlobal('location', { href: 'http://localhost/' });
const { Connection } = await import('./connection.ts');

/** Sockets that reach a running session, and then hear nothing but what a test sends. */
class SilentSocket extends EventTarget {
  static readonly OPEN = 1;
  static readonly opened: SilentSocket[] = [];
  /** Duration of a handshake. */
  static opensAfterMs = 0;
  readonly sent: string[] = [];
  readyState = 0;
  constructor() {
    super();
    SilentSocket.opened.push(this);
    setTimeout(() => {
      this.readyState = SilentSocket.OPEN;
      this.dispatchEvent(new Event('open'));
      this.hear({ type: 'connected' });
    }, SilentSocket.opensAfterMs);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {}
  hear(message: object) {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }));
  }
}
vi.stubGlobal('WebSocket', SilentSocket);

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
);
afterEach(() => {
  vi.useRealTimers();
  SilentSocket.opensAfterMs = 0;
});

/** The states of a connection within some time, if `fetch` answers its calls. */
async function linksOf(fetch: () => Promise<unknown>, forMs = 10_000) {
  vi.stubGlobal('fetch', fetch);
  const links: (string | undefined)[][] = [];
  const nothing = () => {};
  const connection = new Connection('PK1', {
    onLink: (...link) => links.push(link),
    onState: nothing,
    onFrame: async () => {},
    onMessage: nothing,
    onLatency: nothing,
  });
  await vi.advanceTimersByTimeAsync(forMs);
  connection.close();
  return links;
}

it('ends with the service’s sentence if its user may not control the session', async () => {
  const envelope = {
    flag: false,
    statusCode: '403001',
    errorCode: 'NOT_ALLOWED',
    errorMessage: 'No.',
    data: null,
    traceId: 'a',
  };

  const links = await linksOf(async () => ({ status: 403, headers: new Headers(), json: async () => envelope }));

  expect(links).toEqual([['connecting'], ['refused', 'No.']]);
});

it('reconnects while the service is unavailable', async () => {
  const links = await linksOf(() => Promise.reject(new Error('away')));

  expect(links.filter(([link]) => link === 'lost').length).toBeGreaterThan(3);
});

const data = { ticket: 'one', path: '/live/PK1', expiresAt: '2026-01-01T00:00:00.000Z' };
const giveTicket = async () => ({
  status: 200,
  headers: new Headers(),
  json: async () => ({ flag: true, statusCode: '200000', data, traceId: 'a' }),
});

it('reconnects when a running session falls silent, and listens to the new connection alone', async () => {
  const links = await linksOf(giveTicket, 12_000);
  const [before] = SilentSocket.opened;
  before?.hear({ type: 'waiting' });

  expect(links.map(([link]) => link)).toEqual(['connecting', 'connected', 'lost', 'connecting', 'connected']);
});

it('waits for a slow handshake, but not forever', async () => {
  SilentSocket.opensAfterMs = 15_000;
  const slow = await linksOf(giveTicket, 20_000);
  SilentSocket.opensAfterMs = 60_000;
  const stuck = await linksOf(giveTicket, 40_000);

  expect(slow.map(([link]) => link)).toEqual(['connecting', 'connected']);
  expect(stuck.map(([link]) => link)).toEqual(['connecting', 'lost', 'connecting']);
});
