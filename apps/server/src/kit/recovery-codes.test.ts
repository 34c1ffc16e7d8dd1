import { expect, it } from 'vitest';
import { newRecoveryCodes, recoveryFingerprint } from './recovery-codes.ts';
import { openVault } from './vault.ts';

const vault = openVault(Buffer.alloc(32, 7));

it('makes ten different codes, each recognised with any case and spacing', () => {
  const { codes, fingerprints } = newRecoveryCodes(vault, 'recovery-code');

  expect(new Set(codes).size).toBe(10);
  for (const [at, code] of codes.entries()) {
    expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    expect(recoveryFingerprint(vault, typed, 'recovery-code')).toEqual(fingerprints[at]);
  }
});

it('keeps desk codes from working in the console', () => {
  const { codes, fingerprints } = newRecoveryCodes(vault, 'recovery-code');

  expect(fingerprints).not.toContainEqual(recoveryFingerprint(vault, codes[0] ?? '', 'staff recovery code'));
});
