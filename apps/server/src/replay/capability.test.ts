import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { capabilityFor, grantIdOf } from './capability.ts';

const key = randomBytes(32);
const grantId = randomUUID();
const capability = capabilityFor(key, grantId);

describe('a capability', () => {
  it('names the grant it was made for', () => {
    expect(grantIdOf(key, capability)).toBe(grantId);
  });

  it('needs no escaping in a URL', () => {
    expect(encodeURIComponent(capability)).toBe(capability);
  });

  it('is invalid with any character changed, added or removed', () => {
    for (let at = 0; at < capability.length; at++) {
      const [before, after] = [capability.slice(0, at), capability.slice(at + 1)];
      const other = capability[at] === 'A' ? 'B' : 'A';
      for (const altered of [before + other + after, before + after, before + other + capability.slice(at)])
        expect(grantIdOf(key, altered)).toBeUndefined();
    }
  });

  it.each(['', '.', '..', 'x', `${capability}.`, `${capability}=`, `${capability}é`])('rejects “%s”', (text) => {
    expect(grantIdOf(key, text)).toBeUndefined();
  });

  it('is invalid under another key', () => {
    expect(grantIdOf(randomBytes(32), capability)).toBeUndefined();
  });
});
