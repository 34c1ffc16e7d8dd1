import { randomBytes } from 'node:crypto';
import type { Client } from '../../database/client.ts';
import { endStaffSessions } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { hashPassword } from '../identity/service.ts';
import { deleteBrowsers, deleteTickets, replaceRecoveryCodes } from './access-store.ts';
import { setAuthenticator, setDisabled, setStaffPassword } from './store.ts';

const oneTimeMs = 72 * 3_600_000;

/** Creates a one-time password of 96 random bits. Hashing is slow: call it before the transaction begins. */
export async function newOneTimePassword(userName: string, now: Date) {
  const oneTimePassword = randomBytes(12).toString('base64url');
  const oneTimeUntil = new Date(now.getTime() + oneTimeMs);
  return { oneTimePassword, oneTimeUntil, passwordHash: await hashPassword(oneTimePassword, userName) };
}

export type OneTimePassword = Awaited<ReturnType<typeof newOneTimePassword>>;

/** Removes second factor and known browsers, replaces the password and ends all sessions. The caller has locked the row. */
export async function resetAccess(
  db: Client,
  staffId: string,
  { passwordHash, oneTimeUntil }: OneTimePassword,
): Promise<void> {
  await setAuthenticator(db, staffId, null);
  await replaceRecoveryCodes(db, staffId, []);
  await deleteBrowsers(db, staffId);
  await setStaffPassword(db, staffId, { passwordHash, oneTimeUntil });
  await signOutStaff(db, staffId);
}

/**
 * Disables (with a time) or enables (null) a staff member; disabling ends their sessions. The caller has locked the
 * operators first, then the row.
 * @param o.operators operators who may sign in now
 * @throws Refusal LAST_OPERATOR, STATE_FORBIDS
 */
export async function setMemberDisabled(
  db: Client,
  { staffId, at, operators }: { staffId: string; at: Date | null; operators: readonly string[] },
): Promise<void> {
  if (at && operators.length === 1 && operators[0] === staffId) throw new Refusal('LAST_OPERATOR');
  if (!(await setDisabled(db, staffId, at))) throw new Refusal('STATE_FORBIDS');
  if (at) await signOutStaff(db, staffId);
}

/** Ends all sessions and voids all tickets of a staff member. */
async function signOutStaff(db: Client, staffId: string): Promise<void> {
  await deleteTickets(db, staffId);
  await endStaffSessions(db, staffId);
}
