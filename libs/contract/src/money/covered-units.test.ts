import { expect, it } from 'vitest';
import { countCovered, sumUnits } from './covered-units.ts';

it.each([
  [[2, 1, 2], 5, 3],
  [[2, 1, 2], 4, 2],
  [[2, 1, 2], 1, 0],
  [[1, 2, 1], 2, 1],
  [[1, 1], 0, 0],
  [[], 3, 0],
])('of things with %j units, %i units cover the first %i', (units, inPackages, covered) => {
  expect(countCovered(units, inPackages)).toBe(covered);
});

it('adds units up', () => {
  expect(sumUnits([2, 1, 2])).toBe(5);
  expect(sumUnits([])).toBe(0);
});
