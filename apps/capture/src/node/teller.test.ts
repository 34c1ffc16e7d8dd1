import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureEvent, NodeEvent } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { Teller } from './teller.ts';

const step = (state: 'started' | 'done'): CaptureEvent => ({
  type: 'step',
  step: 'load',
  state,
  said: [],
  elapsedMs: 0,
});
const progress = (requests: number): CaptureEvent => ({
  type: 'progress',
  requests,
  bytes: 0,
  inFlight: 0,
  doing: 'load',
});

it('sends every event once and in order, and only the newest progress', async () => {
  const teller = new Teller();
  const told: number[] = [];
  const stop = new AbortController();
  for (const event of [step('started'), progress(1), progress(2), step('done')]) teller.add(event);
  const running = teller.run(async (events) => void told.push(...events.map(({ n }) => n)), stop.signal);

  await teller.told(3, stop.signal);
  const last = teller.add(progress(3));
  await teller.told(last, stop.signal);

  expect(told).toEqual([0, 2, 3, 4]);
  stop.abort();
  await running;
});

it('reports an event as sent only once the service has accepted it', async () => {
  const teller = new Teller();
  const stop = new AbortController();
  let take = () => {};
  const send = () => new Promise<void>((resolve) => void (take = resolve));
  const running = teller.run(send, stop.signal);
  take();
  const n = teller.add(step('started'));
  let isTold = false;
  const telling = teller.told(n, stop.signal).then(() => void (isTold = true));

  await sleep(400);
  expect(isTold).toBe(false);
  take();
  await telling;

  stop.abort();
  await running;
});

it('renews the lease if there are no events', async () => {
  const teller = new Teller();
  const stop = new AbortController();
  const sent: (readonly NodeEvent[])[] = [];
  const startedAt = performance.now();
  const running = teller.run(async (events) => {
    if (sent.push(events) === 2) stop.abort();
  }, stop.signal);
  await running;

  expect(sent).toEqual([[], []]);
  expect(performance.now() - startedAt).toBeGreaterThan(4_000);
}, 10_000);
