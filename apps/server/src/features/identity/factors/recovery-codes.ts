import type { Client } from '../../../database/client.ts';
import { newRecoveryCodes } from '../../../kit/recovery-codes.ts';
import type { Vault } from '../../../kit/vault.ts';
import { replaceRecoveryCodes } from './store.ts';

/** Ten codes, which are shown once. Those before are void. */
export async function newCodes(db: Client, { personId, vault }: { personId: string; vault: Vault }): Promise<string[]> {
  const { codes, fingerprints } = newRecoveryCodes(vault, 'recovery-code');
  await replaceRecoveryCodes(db, personId, fingerprints);
  return codes;
}
