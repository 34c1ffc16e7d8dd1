import { randomBytes } from 'node:crypto';
import type { Vault } from './vault.ts';

const count = 10;
const length = 16;
/** RFC 4648 base32 in lower case: no 0, 1 or 8 to be taken for a letter. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Whose they are: one of the desk is none of the console. */
export type RecoveryPurpose = 'recovery-code' | 'staff recovery code';

/** Ten codes of 80 random bits, to be shown once, and their fingerprints, which alone are kept. */
export function newRecoveryCodes(vault: Vault, of: RecoveryPurpose): { codes: string[]; fingerprints: Buffer[] } {
  const codes = Array.from({ length: count }, newCode);
  return { codes, fingerprints: codes.map((code) => recoveryFingerprint(vault, code, of)) };
}

const newCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** However it was typed: case, spaces and dashes do not count. */
export const recoveryFingerprint = (vault: Vault, typed: string, of: RecoveryPurpose): Buffer =>
  vault.fingerprint(typed.toLowerCase().replace(/[\s-]/g, ''), of);
