import { expect, it } from 'vitest';
import { lookMs } from './look.ts';

const attempt = { way: 'sandbox', isDeclined: false, checkedAt: null } as const;
const pending = { state: 'pending', attempt } as const;

it('reads the order several times a second while the result of a payment is due', () => {
  expect(lookMs(pending, { isReturned: true, sinceMs: 0 })).toBeLessThan(500);
  expect(lookMs(pending, { isReturned: true, sinceMs: 7_000 })).toBeLessThan(500);
});

it('reads it every two seconds once the result is late, known or not awaited', () => {
  const declined = { ...pending, attempt: { ...attempt, isDeclined: true } };
  expect(lookMs(pending, { isReturned: true, sinceMs: 8_000 })).toBe(2_000);
  expect(lookMs(declined, { isReturned: true, sinceMs: 0 })).toBe(2_000);
  expect(lookMs(pending, { isReturned: false, sinceMs: 0 })).toBe(2_000);
  expect(lookMs({ ...pending, attempt: null }, { isReturned: true, sinceMs: 0 })).toBe(2_000);
});

it('no longer reads an order that has ended', () => {
  expect(lookMs({ state: 'paid', attempt }, { isReturned: true, sinceMs: 0 })).toBe(false);
});
