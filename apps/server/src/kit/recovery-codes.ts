import { randomBytes } from 'node:crypto';
import type { Vault } from './vault.ts';

const count = 10;
const length = 16;
/** RFC 4648 base32 in lower case: has no 0, 1 or 8 that look like letters. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Purpose of the codes: a desk code doesn't work in the console. */
export type RecoveryPurpose = 'recovery-code' | 'staff recovery code';

/** Creates ten codes of 80 random bits, shown once, and their fingerprints, which are all that is stored. */
export function newRecoveryCodes(vault: Vault, of: RecoveryPurpose): { codes: string[]; fingerprints: Buffer[] } {
  const codes = Array.from({ length: count }, newCode);
  return { codes, fingerprints: codes.map((code) => recoveryFingerprint(vault, code, of)) };
}

const newCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** Ignores case, spaces and dashes. */
export const recoveryFingerprint = (vault: Vault, typed: string, of: RecoveryPurpose): Buffer =>
  vault.fingerprint(typed.toLowerCase().replace(/[\s-]/g, ''), of);
