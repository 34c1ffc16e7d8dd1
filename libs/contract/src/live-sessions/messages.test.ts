import { expect, it } from 'vitest';
import { LiveInput, liveScroll } from './messages.ts';

it.each([-liveScroll, -120, 120, liveScroll])('accepts a wheel turned by %i in either direction', (distance) => {
  const wheel = { type: 'wheel', x: 10, y: 10, modifiers: 0, dx: distance, dy: distance };

  expect(LiveInput.parse(wheel)).toEqual(wheel);
});

it('rejects a wheel turned further, and a place far out of the picture', () => {
  const wheel = { type: 'wheel', x: 10, y: 10, dx: 0, dy: 0 };

  expect(LiveInput.safeParse({ ...wheel, dy: -liveScroll - 1 }).success).toBe(false);
  expect(LiveInput.safeParse({ ...wheel, y: -101 }).success).toBe(false);
});
