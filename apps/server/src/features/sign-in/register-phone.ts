import { agreementVersion, type Language } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import { insertAccount, type LoginRow, spendCode } from '../identity/service.ts';
import { giveWelcomePackage } from '../money/service.ts';

/**
 * Registers an account for a user who verified a code to their phone (or returns its ticket) and accepted the agreements.
 * @throws Refusal CODE_INVALID, PHONE_TAKEN
 */
export async function registerPhone(
  db: Client,
  o: {
    phone: string;
    proof: { code: string } | { ticket: string };
    /** The party that requested the code; null if a partner submits it. */
    requester: string | null;
    name: string;
    /** Null if the user signs in by code until they set a password. */
    passwordHash: string | null;
    language: Language;
    vault: Vault;
    now: Date;
  },
): Promise<LoginRow> {
  const { phone, proof, requester, passwordHash, name, language, vault, now } = o;
  await spendCode(db, { phone, purpose: 'register', requester, ...proof, now, vault });
  const login = await insertAccount(db, { phone, name, passwordHash, language, agreementVersion });
  if (!login) throw new Refusal('PHONE_TAKEN');
  await giveWelcomePackage(db, { accountId: login.accountId, loginId: login.id, now });
  return login;
}
