import type { LiveInput } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import type { Page } from '../page/page.ts';
import { dispatch } from './input.ts';

type Touch = Extract<LiveInput, { type: 'touch' }>;

it('lifts one of two fingers without the other', async () => {
  const sent: unknown[] = [];
  const page = { send: async (method: string, o: object) => void sent.push({ method, ...o }) } as unknown as Page;
  const at = (id: number, x: number) => ({ id, x, y: 5 });
  const touch = (action: Touch['action'], ...points: Touch['points']) =>
    dispatch(page, { type: 'touch', action, points });

  await touch('start', at(0, 10));
  await touch('start', at(0, 10), at(1, 20));
  await touch('move', at(0, 10), at(1, 40));
  await touch('end', at(1, 40));
  await touch('end');

  const method = 'Input.dispatchTouchEvent';
  // DevTools protocol: `touchEnd` must have no points; a finger that `touchMove` leaves out is released.
  expect(sent).toEqual([
    { method, type: 'touchStart', touchPoints: [at(0, 10)] },
    { method, type: 'touchStart', touchPoints: [at(0, 10), at(1, 20)] },
    { method, type: 'touchMove', touchPoints: [at(0, 10), at(1, 40)] },
    { method, type: 'touchMove', touchPoints: [at(1, 40)] },
    { method, type: 'touchEnd', touchPoints: [] },
  ]);
});
