import type { Client } from '../../database/client.ts';
import { Refusal } from '../../kit/refusal.ts';
import { newTotpSecret, totpAddress } from '../../kit/totp.ts';
import {
  type FactorOwner,
  type FactorTools,
  issueRecoveryCodes,
  verifyFactor,
  verifyFirstCode,
} from '../identity/service.ts';
import { keepSecret, replaceRecoveryCodes, takeRecoveryCode } from './access-store.ts';
import { type StaffRow, setAuthenticator, setTotpStep } from './store.ts';

const issuer = 'Proofkeep console';

/** Binds an authenticator's encrypted secret to its staff member. */
const placeOf = (staffId: string): string => `staff.totp ${staffId}`;

/** The authenticator and recovery codes of a staff member, whose row the caller has locked. */
const staffFactors = (db: Client, staff: Pick<StaffRow, 'id' | 'totpEncrypted' | 'totpStep'>): FactorOwner => ({
  name: `staff ${staff.id}`,
  recoveryPurpose: 'staff recovery code',
  lockAuthenticators: () =>
    Promise.resolve(
      staff.totpEncrypted
        ? [
            {
              secret: staff.totpEncrypted,
              place: placeOf(staff.id),
              usedStep: Number(staff.totpStep),
              use: (step: number) => setTotpStep(db, staff.id, step),
            },
          ]
        : [],
    ),
  takeRecoveryCode: (fingerprint) => takeRecoveryCode(db, staff.id, fingerprint),
  replaceRecoveryCodes: (fingerprints) => replaceRecoveryCodes(db, staff.id, fingerprints),
});

/** Returns the secret that belongs to a ticket and creates it on first use. @throws Refusal TICKET_INVALID */
export async function beginAuthenticator(
  { db, vault, now }: FactorTools,
  { ticket, staff }: { ticket: string; staff: Pick<StaffRow, 'id' | 'userName'> },
): Promise<{ secret: string; uri: string }> {
  const encrypted = vault.encrypt(newTotpSecret(), placeOf(staff.id));
  const kept = await keepSecret(db, { ticket, now, secret: encrypted });
  if (!kept?.totpEncrypted || kept.staffId !== staff.id) throw new Refusal('TICKET_INVALID');
  const secret = vault.decrypt(kept.totpEncrypted, placeOf(staff.id));
  return { secret, uri: totpAddress({ secret, issuer, account: staff.userName }) };
}

/**
 * Replaces the authenticator once a code of the new one is verified.
 * @param secret the new authenticator's, encrypted
 * @returns new recovery codes
 * @throws Refusal CODE_INVALID, LOCKED
 */
export async function finishAuthenticator(
  tools: FactorTools,
  { staff, secret, code }: { staff: StaffRow; secret: Buffer | null; code: string },
): Promise<string[]> {
  const owner = staffFactors(tools.db, staff);
  const authenticator = secret ? { secret, place: placeOf(staff.id), usedStep: 0 } : undefined;
  const step = await verifyFirstCode(tools, owner, authenticator, code);
  if (!secret || step === null) throw new Refusal('CODE_INVALID', { isKept: true });
  await setAuthenticator(tools.db, staff.id, { secret, step });
  return issueRecoveryCodes(tools, owner);
}

const isAuthenticatorCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Verifies a code of the authenticator or a recovery code of a locked staff member. @throws Refusal CODE_INVALID, LOCKED */
export async function verifyStaffFactor(tools: FactorTools, staff: StaffRow, code: string): Promise<void> {
  const proof = isAuthenticatorCode(code) ? { code } : { recoveryCode: code };
  if (!(await verifyFactor(tools, staffFactors(tools.db, staff), proof)))
    throw new Refusal('CODE_INVALID', { isKept: true });
}
