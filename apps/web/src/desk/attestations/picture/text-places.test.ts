import { expect, it } from 'vitest';
import { hitsIn } from './text-places.ts';

it('gives a hit its share of the piece', () => {
  const place = { text: '价格 99 元', x: 100, y: 0, width: 100, height: 10 };

  const [hit, ...others] = hitsIn([place], /99/g);

  expect(others).toEqual([]);
  // Two Chinese characters weigh four, each of the others one or two: 5 of 10 before the hit, 2 in it.
  expect(hit).toMatchObject({ text: '99', x: 150, width: 20 });
});
