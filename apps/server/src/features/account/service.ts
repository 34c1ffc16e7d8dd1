import {
  type accountCalls,
  agreementVersion,
  type CodePurpose,
  type InputOf,
  type Language,
  type Me,
  maskedPhone,
  permissions,
  say,
} from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../http/refusal.ts';
import { endSessions, requireConfirmed } from '../../http/sessions.ts';
import type { Vault } from '../../kit/vault.ts';
import { welcome } from '../billing/welcome.ts';
import { certificationStates } from '../certification/service.ts';
import { moneyOf } from '../cost-center/service.ts';
import { notify, securityPage, unreadMessages } from '../messages/service.ts';
import { begin, enter } from '../sign-in/service.ts';
import { spendChallenge } from './challenges.ts';
import { sendCode, spendCode, voidCodes } from './codes.ts';
import { countSignIn, forgetFailures } from './lockout.ts';
import { hashPassword, isPassword } from './passwords.ts';
import {
  accountNameOf,
  findLogin,
  holdLogin,
  insertAccount,
  type LoginRow,
  renameAccount,
  renameLogin,
  replacePassword,
  updatePassword,
  updatePhone,
} from './store.ts';

export { accountNameOf } from './store.ts';
export type { LoginRow };

type Calls = typeof accountCalls;
type Public = Context<'public'>;
type Signed = Context<'user'>;

export const sendCodeFor =
  (purpose: CodePurpose) =>
  async (input: InputOf<Calls['sendLoginCode']>, { db, services, language, now, audit }: Public) => {
    const { phone } = input;
    await spendChallenge(db, { ...input, now });
    audit({ phone: maskedPhone(phone), purpose });
    const isKnown = (await findLogin(db, { phone })) !== undefined;
    const { textMessages, vault } = services;
    return sendCode(db, { phone, purpose, now, vault, language, isKnown, textMessages });
  };

export async function register(input: InputOf<Calls['register']>, context: Public) {
  if (input.agreementVersion !== agreementVersion) throw new Refusal('AGREEMENT_CHANGED');
  const login = await registerPhone(context.db, { ...input, vault: context.services.vault, now: context.now });
  return begin(login, context, { isConfirmed: true });
}

/**
 * An account for whoever shows the code that was sent to a phone and has accepted the agreements.
 * @throws Refusal CODE_INVALID, PHONE_TAKEN, PASSWORD_COMMON
 */
export async function registerPhone(
  db: Client,
  o: {
    phone: string;
    code: string;
    name: string;
    /** Absent: he signs in by code until he sets one. */
    password?: string | undefined;
    language: Language;
    vault: Vault;
    now: Date;
  },
): Promise<LoginRow> {
  const { phone, code, password, name, language, vault, now } = o;
  const passwordHash = password === undefined ? null : await hashPassword(password, phone);
  await spendCode(db, { phone, purpose: 'register', code, now, vault });
  const login = await insertAccount(db, { phone, name, passwordHash, language, agreementVersion });
  if (!login) throw new Refusal('PHONE_TAKEN');
  await welcome(db, { accountId: login.accountId, loginId: login.id, now });
  return login;
}

export async function login({ account, password }: InputOf<Calls['login']>, context: Public) {
  const { db, address, now, audit } = context;
  const found = await findLogin(db, { account });
  const who = { account: found?.id ?? account, address };
  await countSignIn(db, { ...who, now });
  if (found) audit({ loginId: found.id, accountId: found.accountId });
  if (!(await isPassword(password, found?.passwordHash)) || !found)
    throw new Refusal('CREDENTIALS_INVALID', { isKept: true });
  await forgetFailures(db, who);
  return enter(found, context, { isConfirmed: true });
}

export async function loginByPhone({ phone, code }: InputOf<Calls['loginByPhone']>, context: Public) {
  const { db, services, address, now } = context;
  await spendCode(db, { phone, purpose: 'login', code, now, vault: services.vault });
  const found = await findLogin(db, { phone });
  if (!found) throw new Refusal('CODE_INVALID');
  await forgetFailures(db, { account: found.id, address });
  return enter(found, context, { isConfirmed: true });
}

export async function resetPassword(
  { phone, password, ...given }: InputOf<Calls['resetPassword']>,
  { db, services, now, address, audit }: Public,
) {
  const found = await findLogin(db, { phone });
  const passwordHash = await hashPassword(password, phone);
  const { code = '', ticket } = given;
  const { vault } = services;
  await spendCode(db, { phone, purpose: 'reset', now, vault, ...(ticket ? { ticket } : { code }) });
  if (!found) throw new Refusal('CODE_INVALID');
  await forgetFailures(db, { account: found.id, address });
  await updatePassword(db, found.id, { passwordHash, givenAt: null });
  await endSessions(db, found.id);
  await tellOwner(db, found.id, 'message.password-reset');
  audit({ loginId: found.id, accountId: found.accountId });
  return null;
}

/** A wrong old password counts as a guess at it. Of two who change it at once, from the same old one, the first has done so. */
export async function changePassword(
  { oldPassword, password }: InputOf<Calls['changePassword']>,
  { db, caller, address, now }: Signed,
) {
  const found = await findPerson(caller, db);
  const who = { account: found.id, address };
  await countSignIn(db, { ...who, now });
  if (!(await isPassword(oldPassword, found.passwordHash))) throw new Refusal('OLD_PASSWORD_WRONG', { isKept: true });
  await forgetFailures(db, who);
  const passwordHash = await hashPassword(password, found.phone ?? '');
  const isHis = await replacePassword(db, found.id, { before: found.passwordHash ?? '', passwordHash });
  if (!isHis) throw new Refusal('OLD_PASSWORD_WRONG');
  await endSessions(db, found.id, caller);
  await tellOwner(db, found.id, 'message.password-changed');
  return null;
}

/** In place of the one that somebody else set, which is known to him who holds the session: he has shown who he is with it. */
export async function choosePassword({ password }: InputOf<Calls['choosePassword']>, { db, caller, now }: Signed) {
  await requireConfirmed(db, caller, now);
  const found = await findPerson(caller, db);
  if (!found.passwordGivenAt || found.passwordHash === null) throw new Refusal('STATE_FORBIDS');
  if (await isPassword(password, found.passwordHash)) throw new Refusal('PASSWORD_SAME');
  const passwordHash = await hashPassword(password, found.phone ?? '');
  if (!(await replacePassword(db, found.id, { before: found.passwordHash, passwordHash })))
    throw new Refusal('STATE_FORBIDS');
  await endSessions(db, found.id, caller);
  await tellOwner(db, found.id, 'message.password-changed');
  return null;
}

async function tellOwner(
  db: Client,
  loginId: string,
  what: 'message.password-changed' | 'message.password-reset',
): Promise<void> {
  await notify(db, { loginId, kind: 'account', said: say(what), link: securityPage });
}

export async function accountInfo(_input: unknown, { db, caller, now }: Signed): Promise<Me> {
  const found = await findLogin(db, { id: caller.loginId });
  const person = await findPerson(caller, db);
  // A seat, which has no phone, signs nobody in.
  if (!found || person.phone === null) throw new Refusal('SESSION_INVALID');
  const { id, accountId, role, name, phone, language, createdAt } = found;
  return {
    userId: id,
    accountId,
    accountName: await accountNameOf(db, accountId),
    person: { userId: person.id, name: person.name, phone: maskedPhone(person.phone) },
    role,
    name,
    permissions: role === 'main' ? [...permissions] : found.permissions,
    phone: phone && maskedPhone(phone),
    certification: await certificationStates(db, { personId: person.id, accountId }),
    unread: await unreadMessages(db, caller),
    ...(await moneyOf(db, caller, now)),
    language,
    registeredAt: createdAt.toISOString(),
  };
}

/** The trail keeps what the name was before. */
export async function rename(
  { name, accountName }: InputOf<Calls['rename']>,
  { db, caller, audit }: Context<'main'>,
): Promise<null> {
  const before = [];
  if (name !== undefined) before.push(await renameLogin(db, caller.loginId, name));
  if (accountName !== undefined) before.push(await renameAccount(db, caller.accountId, accountName));
  audit({ about: before.join(' · ') });
  return null;
}

/** The same, who waits with his password and with being shut out until the transaction ends. */
export const holdById = (db: Client, id: string): Promise<LoginRow | undefined> => holdLogin(db, id);

export const findById = (db: Client, id: string): Promise<LoginRow | undefined> => findLogin(db, { id });

/** Who signed in, whomever he acts as: passwords and phones are his own. */
export async function findPerson({ personId }: Signed['caller'], db: Client): Promise<LoginRow> {
  const found = await findLogin(db, { id: personId });
  if (!found) throw new Refusal('SESSION_INVALID');
  return found;
}

/** Somebody else sets it: its owner chooses one of his own next. @throws Refusal PASSWORD_COMMON */
export async function givePassword(
  db: Client,
  { id, phone }: { id: string; phone: string },
  { password, now }: { password: string; now: Date },
): Promise<void> {
  await updatePassword(db, id, { passwordHash: await hashPassword(password, phone), givenAt: now });
}

/** Codes sent to the phone before are void. False where the other phone is somebody's already. */
export async function changePhone(db: Client, { id, phone: before }: LoginRow, phone: string): Promise<boolean> {
  if (!(await updatePhone(db, id, phone))) return false;
  if (before !== null) await voidCodes(db, before);
  return true;
}
