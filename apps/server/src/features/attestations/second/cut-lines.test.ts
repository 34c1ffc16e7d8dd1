import { expect, it } from 'vitest';
import { cutLines } from './cut-lines.ts';

it('shows short lines whole', () => {
  expect(cutLines(['一', 'a'.repeat(500)], ['二'])).toEqual([['一', 'a'.repeat(500)], ['二']]);
});

it('shows the part of long lines with their first difference, and marks what was cut', () => {
  const [[first], [second, third]] = cutLines(
    [`${'x'.repeat(2_000_000)}1${'y'.repeat(2_000_000)}`],
    [`${'x'.repeat(2_000_000)}2`, '长'.repeat(501)],
  );

  expect(first).toBe(`…${'x'.repeat(100)}1${'y'.repeat(399)}…`);
  expect(second).toBe(`…${'x'.repeat(499)}2`);
  expect(third).toBe(`${'长'.repeat(500)}…`);
});

it('never shows half a character', () => {
  const [[first]] = cutLines([`a${'😀'.repeat(300)}`], []);

  expect(first).toBe(`a${'😀'.repeat(249)}…`);
});
