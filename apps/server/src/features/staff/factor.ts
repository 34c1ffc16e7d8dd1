import type { Client } from '../../database/client.ts';
import { newRecoveryCodes, recoveryFingerprint } from '../../kit/recovery-codes.ts';
import { Refusal } from '../../kit/refusal.ts';
import { newTotpSecret, totpAddress, totpStepOf } from '../../kit/totp.ts';
import type { Vault } from '../../kit/vault.ts';
import { countSignIn, forgetFailures } from '../identity/lockout.ts';
import {
  keepSecret,
  replaceRecoveryCodes,
  type StaffRow,
  setFactor,
  useRecoveryCode,
  useStep,
} from './access-store.ts';

const issuer = 'Proofkeep console';
const purpose = 'staff recovery code';

/** Where the secret of an authenticator stands: sealed for a person, it opens for no other. */
const placeOf = (staffId: string): string => `staff.totp ${staffId}`;

interface Working {
  db: Client;
  vault: Vault;
  now: Date;
}

/**
 * Counts a try at somebody's second factor. Whoever gets here has shown the password: few tries, from wherever they come.
 * @throws Refusal LOCKED
 */
const countTry = ({ db, now }: Working, staffId: string) => countSignIn(db, { ...keyOf(staffId), now });
const keyOf = (staffId: string) => ({ account: `second factor of ${staffId}`, address: 'anywhere' });

/** The secret that belongs to a ticket, made when it is first asked for. @throws Refusal TICKET_INVALID */
export async function enrolment(
  { db, vault, now }: Working,
  { ticket, staff }: { ticket: string; staff: Pick<StaffRow, 'id' | 'userName'> },
): Promise<{ secret: string; uri: string }> {
  const sealed = vault.seal(newTotpSecret(), placeOf(staff.id));
  const kept = await keepSecret(db, { ticket, now, sealed });
  if (!kept?.totpSealed || kept.staffId !== staff.id) throw new Refusal('TICKET_INVALID');
  const secret = vault.open(kept.totpSealed, placeOf(staff.id));
  return { secret, uri: totpAddress({ secret, issuer, account: staff.userName }) };
}

/** A code of the new authenticator puts it in place. @returns new recovery codes @throws Refusal CODE_INVALID, LOCKED */
export async function putInPlace(
  working: Working,
  o: { staffId: string; sealed: Buffer | null; code: string },
): Promise<string[]> {
  const { db, vault, now } = working;
  await countTry(working, o.staffId);
  const secret = o.sealed && vault.open(o.sealed, placeOf(o.staffId));
  const step = secret === null ? null : totpStepOf(o.code, { secret, usedStep: 0, now });
  if (!o.sealed || step === null) throw new Refusal('CODE_INVALID', { isKept: true });
  await setFactor(db, o.staffId, { sealed: o.sealed, step });
  await forgetFailures(db, keyOf(o.staffId));
  const { codes, fingerprints } = newRecoveryCodes(vault, purpose);
  await replaceRecoveryCodes(db, o.staffId, fingerprints);
  return codes;
}

const isOfAuthenticator = (code: string): boolean => /^\d{6}$/.test(code);

/**
 * A code of the authenticator, or a recovery code; each lets in once. A recovery code, which nobody guesses, is never locked
 * out. @throws Refusal CODE_INVALID, LOCKED
 */
export async function showFactor(working: Working, staff: StaffRow, code: string): Promise<void> {
  if (isOfAuthenticator(code)) await countTry(working, staff.id);
  if (!(await isFactor(working, staff, code))) throw new Refusal('CODE_INVALID', { isKept: true });
  await forgetFailures(working.db, keyOf(staff.id));
}

async function isFactor({ db, vault, now }: Working, staff: StaffRow, code: string): Promise<boolean> {
  if (!isOfAuthenticator(code)) return useRecoveryCode(db, staff.id, recoveryFingerprint(vault, code, purpose));
  if (!staff.totpSealed) return false;
  const secret = vault.open(staff.totpSealed, placeOf(staff.id));
  const step = totpStepOf(code, { secret, usedStep: Number(staff.totpStep), now });
  return step !== null && useStep(db, staff.id, step);
}
