import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
const { Connection } = await import('./connection.ts');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The states of a connection within ten seconds if this answers its calls. */
async function linksOf(fetch: () => Promise<unknown>) {
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
  await vi.advanceTimersByTimeAsync(10_000);
  connection.close();
  return links;
}

it('ends with the sentence of the service if its user may not steer', async () => {
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

it('tries again while the service is away', async () => {
  const links = await linksOf(() => Promise.reject(new Error('away')));

  expect(links.filter(([link]) => link === 'lost').length).toBeGreaterThan(3);
});
