import { expect, it } from 'vitest';
import { Touches } from './touches.ts';

const at = (x: number, y = 0) => ({ x, y });
const point = (id: number, x: number, y = 0) => ({ id, x, y });

it('sends all fingers of a pinch, each with the number it began with', () => {
  const touches = new Touches();

  const sent = [
    touches.start(71, at(10)),
    touches.start(72, at(20)),
    touches.move(72, at(40)),
    touches.move(71, at(5)),
    touches.end(71),
    touches.end(72),
  ];

  expect(sent).toEqual([
    { type: 'touch', action: 'start', points: [point(0, 10)] },
    { type: 'touch', action: 'start', points: [point(0, 10), point(1, 20)] },
    { type: 'touch', action: 'move', points: [point(0, 10), point(1, 40)] },
    { type: 'touch', action: 'move', points: [point(0, 5), point(1, 40)] },
    { type: 'touch', action: 'end', points: [point(1, 40)] },
    { type: 'touch', action: 'end', points: [] },
  ]);
});

it('gives the number of a lifted finger to the next one, and ignores an eleventh', () => {
  const touches = new Touches();
  for (let i = 0; i < 10; i++) touches.start(i, at(i));

  expect(touches.start(10, at(10))).toBeUndefined();
  expect(touches.move(10, at(11))).toBeUndefined();
  touches.end(3);
  expect(touches.start(10, at(10))).toMatchObject({ points: expect.arrayContaining([point(3, 10)]) });
});

it('forgets all fingers once the browser takes over the gesture', () => {
  const touches = new Touches();
  touches.start(1, at(1));

  expect(touches.cancel()).toEqual({ type: 'touch', action: 'cancel', points: [] });
  expect(touches.end(1)).toBeUndefined();
});
