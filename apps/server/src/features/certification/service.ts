import type { Vault } from '../../kit/vault.ts';

/**
 * By which a number is found that nobody can read; an `x` at its end is written `X`. Identity numbers and credit codes have no
 * form in common, so that one kind serves both.
 */
export const fingerprintOf = (vault: Vault, number: string): Buffer => vault.fingerprint(number, 'certified-number');
