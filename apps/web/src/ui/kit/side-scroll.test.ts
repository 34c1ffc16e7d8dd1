import { expect, it } from 'vitest';
import { hiddenSides } from './side-scroll.ts';

it.each([
  { scrollLeft: 0, scrollWidth: 358, sides: '', when: 'everything fits' },
  { scrollLeft: 0, scrollWidth: 520, sides: 'end', when: 'it stands at its beginning' },
  { scrollLeft: 80, scrollWidth: 520, sides: 'start end', when: 'it is scrolled to the middle' },
  // Zoomed pages scroll by fractions of a pixel.
  { scrollLeft: 161.6, scrollWidth: 520, sides: 'start', when: 'it is scrolled to its end' },
])('names the sides on which a row hides more when $when', ({ scrollLeft, scrollWidth, sides }) => {
  expect(hiddenSides({ scrollLeft, scrollWidth, clientWidth: 358 })).toBe(sides);
});
