import type { secondWays } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { deletePasskeys } from './passkey-store.ts';
import {
  countFactors,
  deleteTotpsAndCodes,
  findFactors,
  lockTotps,
  replaceRecoveryCodes,
  setTotpStep,
  takeRecoveryCode,
} from './store.ts';
import { type FactorCode, type FactorOwner, type FactorTools, verifyFactor } from './verify.ts';

/** Binds an encrypted authenticator secret to its row. */
export const totpPlace = (totpId: string): string => `totp:${totpId}`;

/** The authenticators and recovery codes of a user. */
export const userFactors = (db: Client, personId: string, now: Date): FactorOwner => ({
  name: personId,
  recoveryPurpose: 'recovery-code',
  async lockAuthenticators() {
    return (await lockTotps(db, personId)).map(({ id, secret, usedStep }) => ({
      secret,
      place: totpPlace(id),
      usedStep,
      use: async (step) => {
        // The row is locked and its step was read under the lock.
        await setTotpStep(db, id, { step, now });
        return true;
      },
    }));
  },
  takeRecoveryCode: (fingerprint) => takeRecoveryCode(db, personId, fingerprint),
  replaceRecoveryCodes: (fingerprints) => replaceRecoveryCodes(db, personId, fingerprints),
});

/** Verifies an authenticator or recovery code of a user. @throws Refusal SECOND_CODE_INVALID, LOCKED */
export async function verifyUserFactor(tools: FactorTools, personId: string, code: FactorCode): Promise<void> {
  if (!(await verifyFactor(tools, userFactors(tools.db, personId, tools.now), code)))
    throw new Refusal('SECOND_CODE_INVALID', { isKept: true });
}

/** Returns the second factors that a user can choose from; empty if none is required. */
export async function secondWaysOf(db: Client, personId: string): Promise<(typeof secondWays)[number][]> {
  const { totp, passkey, recovery } = await countFactors(db, personId);
  if (totp + passkey === 0) return [];
  return [
    ...(totp > 0 ? (['totp'] as const) : []),
    ...(passkey > 0 ? (['passkey'] as const) : []),
    ...(recovery > 0 ? (['recovery'] as const) : []),
  ];
}

export const factorsOf = async (db: Client, personId: string) => ({
  list: await findFactors(db, personId),
  recoveryCodesLeft: (await countFactors(db, personId)).recovery,
});

/** Deletes all second factors of a user. */
export async function deleteFactors(db: Client, personId: string): Promise<void> {
  await deleteTotpsAndCodes(db, personId);
  await deletePasskeys(db, personId);
}
