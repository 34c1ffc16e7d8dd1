import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BusySlots } from './busy-slots.ts';

const never = new AbortController().signal;
const isFree = (busy: BusySlots) =>
  Promise.race([busy.waitForPage(never).then(() => true), sleep(20).then(() => false)]);

it('gives one capture slot to each session, but never the last', async () => {
  const busy = new BusySlots(2);

  busy.begin('live');
  busy.begin('live');
  expect(await isFree(busy)).toBe(true);
  busy.begin('page');
  expect(await isFree(busy)).toBe(false);
  const waiting = isFree(busy);
  busy.end('live');
  busy.end('live');

  expect(await waiting).toBe(true);
});
