import { expect, it } from 'vitest';
import { hasWholeCents, typedYuan } from './typed-yuan.ts';

it.each([
  ['１２．５０', '12.50'],
  ['12。5', '12.5'],
  ['¥1,234.5', '1234.5'],
  ['￥ 1，234', '1234'],
  ['300 元', '300'],
  ['-5', '-5'],
  ['twelve', 'twelve'],
])('reads %s as %s', (typed, digits) => {
  expect(typedYuan(typed)).toBe(digits);
});

it('finds fractions of a cent', () => {
  expect([0.29, 1.1, 9_999_999.99, 0, 12].filter((yuan) => !hasWholeCents(yuan))).toEqual([]);
  expect([12.345, 0.001, 9_999_999.994].filter(hasWholeCents)).toEqual([]);
});
