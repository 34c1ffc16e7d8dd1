import { expect, it } from 'vitest';
import { hasShapeOf } from './shape.ts';

const example = { name: '', times: { from: 0 }, list: [] as string[] };

it.each([
  { name: 'a', times: { from: 1 }, list: ['b'] },
  { name: '', times: { from: 0 }, list: [], more: true },
])('accepts a value with the fields of the example: %j', (value) => {
  expect(hasShapeOf(example, value)).toBe(true);
});

it.each([
  undefined,
  null,
  'text',
  {},
  { name: 1, times: { from: 1 }, list: [] },
  { name: 'a', times: null, list: [] },
  { name: 'a', times: {}, list: [] },
  { name: 'a', times: { from: 1 }, list: { 0: 'b' } },
])('rejects anything else: %j', (value) => {
  expect(hasShapeOf(example, value)).toBe(false);
});
