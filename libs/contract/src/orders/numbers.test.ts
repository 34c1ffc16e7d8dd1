import { describe, expect, it } from 'vitest';
import { isMistypedOrderNo, isOrderNo, luhnSum, OrderNo, OrderSearch } from './numbers.ts';

/** The usual example of a check digit (ISO/IEC 7812-1, annex B). */
const known = '79927398713';
/** Replaces one character. */
const changed = (text: string, at: number, to: string) => text.slice(0, at) + to + text.slice(at + 1);
const good = '20261121004821930567';

describe('an order number', () => {
  it('ends with the check digit of the standard', () => {
    expect(luhnSum(known) % 10).toBe(0);
    expect(luhnSum(good) % 10).toBe(0);
    expect(isOrderNo(known)).toBe(false);
    expect(isOrderNo(good)).toBe(true);
  });

  it('detects any wrong digit and any two swapped neighbours except 0 and 9', () => {
    for (let at = 0; at < good.length; at++) {
      for (const digit of '0123456789')
        if (digit !== good[at]) expect(OrderNo.safeParse(changed(good, at, digit)).success).toBe(false);
      const [one, next] = [good[at], good[at + 1]];
      if (next === undefined || one === next || `${one}${next}` === '09' || `${one}${next}` === '90') continue;
      expect(isOrderNo(`${good.slice(0, at)}${next}${one}${good.slice(at + 2)}`)).toBe(false);
    }
  });
});

describe('a search text', () => {
  it.each([
    good,
    `FP${good}`,
    '',
    '王芳',
    '26332000000000000531',
    '2026112122001445281410523587',
    '13800000001',
    '0198f1c2-7d1e-7aa3-9f6e-3b1f0c2d4e5f',
  ])('accepts %s', (text) => expect(OrderSearch.safeParse(text).success).toBe(true));

  it.each([changed(good, 19, '6'), `fp${changed(good, 9, '7')}`, good.slice(0, -1), `${good}1`])(
    'rejects the mistyped %s',
    (text) => {
      expect(isMistypedOrderNo(text)).toBe(true);
      expect(OrderSearch.safeParse(` ${text} `).success).toBe(false);
    },
  );
});
