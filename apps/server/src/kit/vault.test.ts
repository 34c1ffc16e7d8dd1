import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openVault } from './vault.ts';

const vault = openVault(randomBytes(32));

describe('the vault', () => {
  it('decrypts only for the place it encrypted for, and under the same key', () => {
    const encrypted = vault.encrypt('11010519491231002X', 'certification:1');

    expect(vault.decrypt(encrypted, 'certification:1')).toBe('11010519491231002X');
    expect(encrypted.includes('1101051949')).toBe(false);
    expect(() => vault.decrypt(encrypted, 'certification:2')).toThrow();
    expect(() => openVault(randomBytes(32)).decrypt(encrypted, 'certification:1')).toThrow();
  });

  it('rejects a ciphertext with any bit changed', () => {
    const encrypted = vault.encrypt('secret', 'place');

    for (let at = 0; at < encrypted.length; at++) {
      const changed = Buffer.from(encrypted);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => vault.decrypt(changed, 'place')).toThrow();
    }
  });

  it('gives equal fingerprints only for the same text, kind and key', () => {
    const known = vault.fingerprint('11010519491231002X', 'id-number');

    expect(vault.fingerprint('11010519491231002X', 'id-number')).toEqual(known);
    expect(vault.fingerprint('11010519491231002X', 'phone')).not.toEqual(known);
    expect(openVault(randomBytes(32)).fingerprint('11010519491231002X', 'id-number')).not.toEqual(known);
  });
});
