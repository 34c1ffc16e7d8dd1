import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureEvent, NodeEvent } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { EventSender } from './event-sender.ts';

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
  const sender = new EventSender();
  const sent: number[] = [];
  const stop = new AbortController();
  for (const event of [step('started'), progress(1), progress(2), step('done')]) sender.add(event);
  const running = sender.run(async (events) => void sent.push(...events.map(({ n }) => n)), stop.signal);

  await sender.waitUntilSent(3, stop.signal);
  const last = sender.add(progress(3));
  await sender.waitUntilSent(last, stop.signal);

  expect(sent).toEqual([0, 2, 3, 4]);
  stop.abort();
  await running;
});

it('reports an event as sent only once the service has accepted it', async () => {
  const sender = new EventSender();
  const stop = new AbortController();
  let take = () => {};
  const send = () => new Promise<void>((resolve) => void (take = resolve));
  const running = sender.run(send, stop.signal);
  take();
  const n = sender.add(step('started'));
  let isSent = false;
  const sending = sender.waitUntilSent(n, stop.signal).then(() => void (isSent = true));

  await sleep(400);
  expect(isSent).toBe(false);
  take();
  await sending;

  stop.abort();
  await running;
});

it('renews the lease if there are no events', async () => {
  const sender = new EventSender();
  const stop = new AbortController();
  const sent: (readonly NodeEvent[])[] = [];
  const startedAt = performance.now();
  const running = sender.run(async (events) => {
    if (sent.push(events) === 2) stop.abort();
  }, stop.signal);
  await running;

  expect(sent).toEqual([[], []]);
  expect(performance.now() - startedAt).toBeGreaterThan(4_000);
}, 10_000);
