import { describe, expect, it } from 'vitest';
import { colorOf } from './account-badge.tsx';

describe('the colour of an account', () => {
  it('never changes and is one of eight', () => {
    const ids = Array.from({ length: 400 }, (_, i) => `019a${i.toString(16).padStart(4, '0')}-7000-8000-${i}`);

    expect(ids.map(colorOf)).toEqual(ids.map(colorOf));
    expect(new Set(ids.map(colorOf)).size).toBe(8);
  });
});
