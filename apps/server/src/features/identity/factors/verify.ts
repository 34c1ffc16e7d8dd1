import type { Client } from '../../../database/client.ts';
import { newRecoveryCodes, type RecoveryPurpose, recoveryFingerprint } from '../../../kit/recovery-codes.ts';
import { totpStepOf } from '../../../kit/totp.ts';
import type { Vault } from '../../../kit/vault.ts';
import { countSecondStep, forgetSecondStep } from '../lockout.ts';

/** The secret of an authenticator app. */
export interface Authenticator {
  secret: Buffer;
  /** The place for which the secret was encrypted; it can't be decrypted for another one. */
  place: string;
  /** Codes up to this time step (RFC 6238) are used up. */
  usedStep: number;
  /** Stores the step of a verified code. @returns false if that step or a later one was stored meanwhile */
  use(step: number): Promise<boolean>;
}

/** The second factors of one person. Users and staff have separate tables but the same verification. */
export interface FactorOwner {
  /** The owner's name in the count of wrong codes. */
  name: string;
  recoveryPurpose: RecoveryPurpose;
  /** Locks the owner's authenticators, so that a code can be used once. */
  lockAuthenticators(): Promise<Authenticator[]>;
  /** @returns false if the owner has no such code */
  takeRecoveryCode(fingerprint: Buffer): Promise<boolean>;
  replaceRecoveryCodes(fingerprints: Buffer[]): Promise<void>;
}

export interface FactorTools {
  db: Client;
  vault: Vault;
  now: Date;
}

/** A code of an authenticator app, or a recovery code. */
export interface FactorCode {
  code?: string | undefined;
  recoveryCode?: string | undefined;
}

/**
 * Verifies a code of an authenticator or a recovery code; each can be used once. Wrong authenticator codes are counted,
 * recovery codes are not: 80 random bits can't be guessed. @throws Refusal LOCKED
 */
export async function verifyFactor(
  tools: FactorTools,
  owner: FactorOwner,
  { code, recoveryCode }: FactorCode,
): Promise<boolean> {
  const isRight =
    code === undefined
      ? await owner.takeRecoveryCode(recoveryFingerprint(tools.vault, recoveryCode ?? '', owner.recoveryPurpose))
      : await verifyTotp(tools, owner, code);
  if (isRight) await forgetSecondStep(tools.db, owner.name);
  return isRight;
}

async function verifyTotp(tools: FactorTools, owner: FactorOwner, code: string): Promise<boolean> {
  await countSecondStep(tools.db, owner.name, tools.now);
  for (const authenticator of await owner.lockAuthenticators()) {
    const step = stepOf(tools, authenticator, code);
    if (step !== null && (await authenticator.use(step))) return true;
  }
  return false;
}

/** Verifies the first code of a new authenticator. @returns its time step; null if it is wrong @throws Refusal LOCKED */
export async function verifyFirstCode(
  tools: FactorTools,
  owner: Pick<FactorOwner, 'name'>,
  authenticator: Omit<Authenticator, 'use'> | undefined,
  code: string,
): Promise<number | null> {
  await countSecondStep(tools.db, owner.name, tools.now);
  const step = authenticator ? stepOf(tools, authenticator, code) : null;
  if (step !== null) await forgetSecondStep(tools.db, owner.name);
  return step;
}

const stepOf = (
  { vault, now }: FactorTools,
  { secret, place, usedStep }: Omit<Authenticator, 'use'>,
  code: string,
): number | null => totpStepOf(code, { secret: vault.decrypt(secret, place), usedStep, now });

/** Replaces the owner's recovery codes. @returns ten codes, to be shown once */
export async function issueRecoveryCodes({ vault }: Pick<FactorTools, 'vault'>, owner: FactorOwner): Promise<string[]> {
  const { codes, fingerprints } = newRecoveryCodes(vault, owner.recoveryPurpose);
  await owner.replaceRecoveryCodes(fingerprints);
  return codes;
}
