import { describe, expect, it } from 'vitest';
import { addressOf, type Shown, shownFrom } from './spending-address.ts';

describe('the address of spending', () => {
  it.each([
    ['', { range: 'month', part: 'service' }],
    ['range=year', { range: 'year', part: 'service' }],
    ['by=member', { range: 'month', part: 'member' }],
    ['range=last&by=member', { range: 'last', part: 'member' }],
  ] satisfies [string, Shown][])('%s asks for what it was made of', (address, shown) => {
    expect(addressOf(shown).toString()).toBe(address);
    expect(shownFrom(new URLSearchParams(address))).toEqual(shown);
  });

  it('that asks for what there is not asks for what is shown first', () => {
    expect(shownFrom(new URLSearchParams('range=decade&by=moon'))).toEqual({ range: 'month', part: 'service' });
  });
});
