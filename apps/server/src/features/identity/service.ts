import type { Client } from '../../database/client.ts';
import type { Caller } from '../../http/caller.ts';
import { digestOf, endSessions } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { deleteAuthorizedSignIns } from './app-sign-in-store.ts';
import { deleteBrowsers } from './browser-store.ts';
import { deleteCodes } from './codes/code-store.ts';
import { deleteFactors } from './factors/user-factors.ts';
import { memberLifecycle, removedColumns } from './member-store.ts';
import { deleteSecondSteps, stepOwner } from './second-step-store.ts';
import { findLogin, type LoginRow, lockLogin, renameAccount, updatePassword, updatePhone } from './store.ts';

export {
  type AppSignInRow,
  appSignInLifecycle,
  findAppSignIn,
  insertAppSignIn,
  lockAppSignIn,
  takeAppSignIn,
} from './app-sign-in-store.ts';
export { bar, lockAccountOrLogin, unbar } from './bar-store.ts';
export { newChallenge, spendChallenge } from './codes/challenges.ts';
export { codesThisHour } from './codes/code-counts.ts';
export { accountRequester, personRequester, publicRequester, requesterName } from './codes/code-requesters.ts';
export { deleteExpiredCodes } from './codes/code-store.ts';
export { exchangeCode, sendCode, spendCode } from './codes/codes.ts';
export { passkeyCreation, passkeyRequest, registerPasskey, verifyPasskey } from './factors/passkeys.ts';
export {
  addTotp,
  countFactors,
  deleteFactor,
  insertTotp,
  lockNewTotp,
  renameFactor,
  replaceRecoveryCodes,
} from './factors/store.ts';
export { factorsOf, secondWaysOf, totpPlace, userFactors, verifyUserFactor } from './factors/user-factors.ts';
export {
  type FactorOwner,
  type FactorTools,
  issueRecoveryCodes,
  verifyFactor,
  verifyFirstCode,
} from './factors/verify.ts';
export { knownBrowser, rememberBrowser } from './known-browsers.ts';
export { forgetFailures, verifyPassword, windowMinutes } from './lockout.ts';
export { lockSeat, lockSeatsOf, memberLifecycle, removedColumns } from './member-store.ts';
export { hashPassword, isPassword } from './passwords.ts';
export { countStepTry, deleteSecondStep, insertSecondStep, stepOwner } from './second-step-store.ts';
export {
  accountNameOf,
  bindPartner,
  clearEmail,
  findHolderId,
  findLogin,
  insertAccount,
  insertMember,
  insertSeat,
  type LoginRow,
  lockLogin,
  renameAccount,
  renameLogin,
  replacePassword,
  swapHolder,
  updateEmail,
  updateLanguage,
  updateMember,
} from './store.ts';

/** Loads the login of the person who signed in, even while they act as another. @throws Refusal SESSION_INVALID */
export async function findPerson({ personId }: Caller, db: Client): Promise<LoginRow> {
  const found = await findLogin(db, { id: personId });
  if (!found) throw new Refusal('SESSION_INVALID');
  return found;
}

/** Sets a password that the user chose. */
export const setPassword = (db: Client, loginId: string, passwordHash: string): Promise<void> =>
  updatePassword(db, loginId, { passwordHash, givenAt: null });

/** Sets a password that its owner has to replace at the next sign-in. */
export const givePassword = (db: Client, loginId: string, o: { passwordHash: string; now: Date }): Promise<void> =>
  updatePassword(db, loginId, { passwordHash: o.passwordHash, givenAt: o.now });

/** Changes a phone and voids codes sent to the previous one. @returns false if another login has the phone */
export async function changePhone(
  db: Client,
  { id, phone: before }: Pick<LoginRow, 'id' | 'phone'>,
  phone: string,
): Promise<boolean> {
  if (!(await updatePhone(db, id, phone))) return false;
  if (before !== null) await deleteCodes(db, before);
  return true;
}

/**
 * Ends all sessions of a login except the given one, and everything that could still become a session: second-step
 * tickets, and approved screens that have not fetched their session yet.
 */
export async function signOutEverywhere(db: Client, loginId: string, except?: Caller): Promise<void> {
  await endSessions(db, loginId, except);
  await deleteSecondSteps(db, loginId);
  await deleteAuthorizedSignIns(db, loginId);
}

/** Deletes how a user signed in, once they no longer can: sessions, second factors, known browsers and open codes. */
export async function forgetSignIn(db: Client, { id, phone }: Pick<LoginRow, 'id' | 'phone'>): Promise<void> {
  await signOutEverywhere(db, id);
  await deleteFactors(db, id);
  await deleteBrowsers(db, id);
  if (phone !== null) await deleteCodes(db, phone);
}

/** Closes the holder's login: erases what identifies the person and how they signed in. */
export async function closeLogin(
  db: Client,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<void> {
  const login = await findLogin(db, { id: personId });
  if (!login) throw new Error(`There is no login ${personId}.`);
  await forgetSignIn(db, login);
  // Evidence and invoices keep the old name, because they state the facts of their time.
  const set = { ...removedColumns, name: closedName };
  await transition(db, memberLifecycle, personId, { event: 'close', who: 'clock', detail: null, set });
  await renameAccount(db, accountId, closedName);
}

/** Replaces the names of a closed account, in both languages. */
const closedName = '已注销 / Closed';

/** Removes all second factors of a user and signs them out. */
export async function removeFactors(db: Client, personId: string): Promise<void> {
  await deleteFactors(db, personId);
  await signOutEverywhere(db, personId);
}

/** Locks and returns the holder of a second-step ticket. @throws Refusal TICKET_INVALID */
export async function lockTicketHolder(db: Client, { ticket, now }: { ticket: string; now: Date }): Promise<LoginRow> {
  const personId = await stepOwner(db, digestOf(ticket), now);
  const person = personId && (await lockLogin(db, personId));
  if (!person || person.isDisabled) throw new Refusal('TICKET_INVALID');
  return person;
}
