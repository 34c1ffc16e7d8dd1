import { expect, it } from 'vitest';
import { codingFor } from './encodings.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['*, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['zstd', 'identity'],
  ['brotli', 'identity'],
])('for “%s” sends %s', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding);
});
