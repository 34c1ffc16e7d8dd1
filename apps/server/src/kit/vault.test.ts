import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openVault } from './vault.ts';

const vault = openVault(randomBytes(32));

describe('the vault', () => {
  it('opens what it sealed, in the place it was sealed for', () => {
    const sealed = vault.seal('11010519491231002X', 'certification:1');

    expect(vault.open(sealed, 'certification:1')).toBe('11010519491231002X');
    expect(sealed.includes('1101051949')).toBe(false);
    expect(() => vault.open(sealed, 'certification:2')).toThrow();
    expect(() => openVault(randomBytes(32)).open(sealed, 'certification:1')).toThrow();
  });

  it('opens nothing of which a bit was changed', () => {
    const sealed = vault.seal('secret', 'place');

    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => vault.open(changed, 'place')).toThrow();
    }
  });

  it('finds the same text again, of one kind and under one key', () => {
    const known = vault.fingerprint('11010519491231002X', 'id-number');

    expect(vault.fingerprint('11010519491231002X', 'id-number')).toEqual(known);
    expect(vault.fingerprint('11010519491231002X', 'phone')).not.toEqual(known);
    expect(openVault(randomBytes(32)).fingerprint('11010519491231002X', 'id-number')).not.toEqual(known);
  });
});
