import { expect, it } from 'vitest';
import { newRecoveryCodes, recoveryFingerprint } from './recovery-codes.ts';
import { openVault } from './vault.ts';

const vault = openVault(Buffer.alloc(32, 7));

it('makes ten codes that differ, each found again however it is typed', () => {
  const { codes, fingerprints } = newRecoveryCodes(vault, 'recovery-code');

  expect(new Set(codes).size).toBe(10);
  for (const [at, code] of codes.entries()) {
    expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    expect(recoveryFingerprint(vault, typed, 'recovery-code')).toEqual(fingerprints[at]);
  }
});

it('lets a code of the desk in nowhere else', () => {
  const { codes, fingerprints } = newRecoveryCodes(vault, 'recovery-code');

  expect(fingerprints).not.toContainEqual(recoveryFingerprint(vault, codes[0] ?? '', 'staff recovery code'));
});
