import { randomBytes } from 'node:crypto';
import type { Client } from '../../database/database.ts';
import type { Vault } from '../../kit/vault.ts';
import { replaceRecoveryCodes } from './store.ts';

const codes = 10;
/** RFC 4648 base32 in lower case: no 0, 1 or 8 to be taken for a letter. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 16;

/** Ten codes of 80 random bits, which are shown once; only their fingerprints are kept. Those before are void. */
export async function newCodes(db: Client, { personId, vault }: { personId: string; vault: Vault }): Promise<string[]> {
  const made = Array.from({ length: codes }, newCode);
  await replaceRecoveryCodes(
    db,
    personId,
    made.map((code) => fingerprintOf(vault, code)),
  );
  return made;
}

const newCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** However it was typed: case, spaces and dashes do not count. */
export const fingerprintOf = (vault: Vault, typed: string): Buffer =>
  vault.fingerprint(typed.toLowerCase().replace(/[\s-]/g, ''), 'recovery-code');
