import { describe, expect, it } from 'vitest';
import { leastScale, mostScale, scrollAfter, wheeled, zoomedIn, zoomedOut, zoomOfKey } from './zoom.ts';

describe('the zoom of a picture', () => {
  it('goes in and out by the same step, and stays within its limits', () => {
    expect(zoomedOut(zoomedIn(1))).toBeCloseTo(1);
    expect([zoomedIn(mostScale), zoomedOut(leastScale)]).toEqual([mostScale, leastScale]);
    expect([wheeled(1, -100) > 1, wheeled(1, 100) < 1, wheeled(1, 1e9)]).toEqual([true, true, leastScale]);
  });

  it.each([
    ['+', 1.25],
    ['-', 0.8],
    ['0', 'fit'],
    ['1', 1],
    ['a', undefined],
  ])('the key %s sets it to %s', (key, zoom) => {
    expect(zoomOfKey(key, 1)).toBe(zoom);
  });

  it('keeps the point under the pointer', () => {
    const [scroll, at, before, after] = [300, 120, 0.5, 2];

    const next = scrollAfter(scroll, at, before, after);

    expect((next + at) / after).toBeCloseTo((scroll + at) / before);
    expect(scrollAfter(0, 100, 2, 0.5)).toBe(0);
  });
});
