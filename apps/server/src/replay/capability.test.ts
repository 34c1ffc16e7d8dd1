import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { capabilityFor, replayedBy } from './capability.ts';

const key = randomBytes(32);
const replayed = { ano: 'PK7Q2', fence: '41' };
const hours = (count: number) => new Date(Date.UTC(2026, 10, 21, 13, 30) + count * 3_600_000);
const capability = capabilityFor(key, replayed, hours(0));

describe('a capability', () => {
  it('names the capture it was given out for', () => {
    expect(replayedBy(key, capability, hours(0))).toEqual(replayed);
  });

  it('fits into an address as it is', () => {
    expect(encodeURIComponent(capability)).toBe(capability);
  });

  it('stays the same for who asks again, so that an open replay is not loaded anew', () => {
    expect(capabilityFor(key, replayed, hours(4))).toBe(capability);
    expect(capabilityFor(key, replayed, hours(5))).not.toBe(capability);
  });

  it('lasts six hours at least and twelve at most', () => {
    for (let hour = 0; hour < 12; hour++) {
      const given = capabilityFor(key, replayed, hours(hour));
      expect(replayedBy(key, given, hours(hour + 6))).toEqual(replayed);
      expect(replayedBy(key, given, hours(hour + 12))).toBeUndefined();
    }
  });

  it('is worth nothing with any one of its characters altered, added or left out', () => {
    for (let at = 0; at < capability.length; at++) {
      const [before, after] = [capability.slice(0, at), capability.slice(at + 1)];
      const other = capability[at] === 'A' ? 'B' : 'A';
      for (const altered of [before + other + after, before + after, before + other + capability.slice(at)])
        expect(replayedBy(key, altered, hours(0))).toBeUndefined();
    }
  });

  it.each(['', '.', '..', 'x', `${capability}.`, `${capability}=`])('is not “%s”', (text) => {
    expect(replayedBy(key, text, hours(0))).toBeUndefined();
  });

  it('is worth nothing under another key', () => {
    expect(replayedBy(randomBytes(32), capability, hours(0))).toBeUndefined();
  });
});
