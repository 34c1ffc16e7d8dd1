import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { limitConcurrency, retryWhileAway } from './retry.ts';
import { ServiceError, serviceAt } from './service.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serviceThat(answers: (request: IncomingMessage, response: ServerResponse) => void) {
  const listening = createServer(answers);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return serviceAt(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`, 'the token');
}

const lease = { ano: 'A1', fence: '7' };
const { signal } = new AbortController();

it.each([
  [409, '{"errorCode":"LEASE_LOST"}', 'LEASE_LOST'],
  [400, '{"errorCode":"INPUT_INVALID"}', 'REFUSED'],
  [404, '{"errorCode":"NOT_FOUND"}', 'REFUSED'],
  [404, '<h1>Not found</h1>', 'AWAY'],
  [403, '{"errorCode":"NOT_ALLOWED"}', 'AWAY'],
  [502, '<h1>Bad gateway</h1>', 'AWAY'],
  [500, '{"errorCode":"INTERNAL"}', 'AWAY'],
])('maps HTTP %s with %s to %s', async (status, body, code) => {
  const service = await serviceThat((_request, response) => response.writeHead(status).end(body));

  await expect(service.sendEvents(lease, [], signal)).rejects.toMatchObject({ name: 'ServiceError', code });
});

it('treats a service that does not answer as unavailable', async () => {
  const service = await serviceThat((request) => request.destroy());

  await expect(service.leave(lease, null, signal)).rejects.toMatchObject({ code: 'AWAY' });
});

it('sends its token, and returns no offer if there is no work', async () => {
  const asked: (string | undefined)[] = [];
  const service = await serviceThat(({ url, headers }, response) => {
    asked.push(url, headers.authorization);
    const at = new Date().toISOString();
    response.end(JSON.stringify({ offer: null, clock: { receivedAt: at, answeredAt: at } }));
  });

  expect(
    await service.lease({ name: 'one', place: null, capacity: { captures: 1, sessions: 1 } }, 'page', signal),
  ).toBeNull();
  expect(asked).toEqual(['/node/lease', 'Bearer the token']);
});

it('retries while the service is unavailable, but not after a refusal', async () => {
  const answers: (number | ServiceError)[] = [
    new ServiceError('AWAY', 'no route'),
    new ServiceError('AWAY', 'no route'),
    5,
    new ServiceError('LEASE_LOST', 'another node has it'),
  ];
  const away: string[] = [];
  const ask = async () => {
    const answer = answers.shift();
    if (answer instanceof ServiceError) throw answer;
    return answer;
  };
  const o = { signal, onAway: ({ message }: Error) => void away.push(message) };

  expect(await retryWhileAway(ask, o)).toBe(5);
  await expect(retryWhileAway(ask, o)).rejects.toMatchObject({ code: 'LEASE_LOST' });
  expect(away).toEqual(['no route']);
});

it('limits concurrency, and finishes all work', async () => {
  const inTurn = limitConcurrency(2);
  let running = 0;
  let most = 0;
  const work = async (i: number) => {
    most = Math.max(most, ++running);
    await sleep(5);
    running--;
    if (i === 1) throw new Error('this one fails');
    return i;
  };

  const ended = await Promise.allSettled([0, 1, 2, 3, 4].map((i) => inTurn(() => work(i))));

  expect(ended.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([0, 'failed', 2, 3, 4]);
  expect(most).toBe(2);
});
