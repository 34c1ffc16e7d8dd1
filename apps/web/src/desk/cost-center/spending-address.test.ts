import { describe, expect, it } from 'vitest';
import { addressOf, type Shown, shownFrom } from './spending-address.ts';

describe('spending URL', () => {
  it.each([
    ['', { range: 'month', part: 'service' }],
    ['range=year', { range: 'year', part: 'service' }],
    ['by=member', { range: 'month', part: 'member' }],
    ['range=last&by=member', { range: 'last', part: 'member' }],
  ] satisfies [string, Shown][])('round-trips %s', (address, shown) => {
    expect(addressOf(shown).toString()).toBe(address);
    expect(shownFrom(new URLSearchParams(address))).toEqual(shown);
  });

  it('falls back to the defaults on unknown values', () => {
    expect(shownFrom(new URLSearchParams('range=decade&by=moon'))).toEqual({ range: 'month', part: 'service' });
  });
});
