import {
  type accountCalls,
  type CodePurpose,
  type InputOf,
  type Me,
  maskedPhone,
  permissions,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../http/refusal.ts';
import { beginSession, endSessions } from '../../http/sessions.ts';
import { spendChallenge } from './challenges.ts';
import { sendCode, spendCode } from './codes.ts';
import { countSignIn, forgetFailures } from './lockout.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { findLogin, insertAccount, type LoginRow, updatePassword } from './store.ts';

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
    return sendCode(db, { phone, purpose, now, language, isKnown, textMessages: services.textMessages });
  };

export async function register(input: InputOf<Calls['register']>, context: Public) {
  const { db, now } = context;
  const { phone, code, password, name, language } = input;
  const passwordHash = await hashPassword(password, phone);
  await spendCode(db, { phone, purpose: 'register', code, now });
  const login = await insertAccount(db, { phone, name, passwordHash, language });
  if (!login) throw new Refusal('PHONE_TAKEN');
  return signIn(login, context);
}

export async function login({ account, password }: InputOf<Calls['login']>, context: Public) {
  const { db, address, now } = context;
  await countSignIn(db, { account, address, now });
  const found = await findLogin(db, { phone: account });
  if (!(await isPassword(password, found?.passwordHash)) || !found)
    throw new Refusal('CREDENTIALS_INVALID', { isKept: true });
  await forgetFailures(db, { account, address });
  return signIn(found, context);
}

export async function loginByPhone({ phone, code }: InputOf<Calls['loginByPhone']>, context: Public) {
  const { db, address, now } = context;
  await spendCode(db, { phone, purpose: 'login', code, now });
  const found = await findLogin(db, { phone });
  if (!found) throw new Refusal('CODE_INVALID');
  await forgetFailures(db, { account: phone, address });
  return signIn(found, context);
}

async function signIn({ id: loginId, accountId, disabledAt }: LoginRow, context: Public) {
  if (disabledAt) throw new Refusal('LOGIN_DISABLED');
  const { db, address, userAgent, now, isBrowser, setSession, audit } = context;
  const session = await beginSession(db, { loginId, address, userAgent, now });
  setSession(session);
  audit({ loginId, accountId });
  return { token: isBrowser ? null : session.token, expiresAt: session.expiresAt.toISOString() };
}

export async function resetPassword(
  { phone, password, ...given }: InputOf<Calls['resetPassword']>,
  { db, now, address, audit }: Public,
) {
  const found = await findLogin(db, { phone });
  const passwordHash = await hashPassword(password, phone);
  const { code = '', ticket } = given;
  await spendCode(db, { phone, purpose: 'reset', now, ...(ticket ? { ticket } : { code }) });
  if (!found) throw new Refusal('CODE_INVALID');
  await updatePassword(db, found.id, passwordHash);
  await endSessions(db, found.id);
  await forgetFailures(db, { account: phone, address });
  audit({ loginId: found.id, accountId: found.accountId });
  return null;
}

export async function changePassword(
  { oldPassword, password }: InputOf<Calls['changePassword']>,
  { db, caller }: Signed,
) {
  const found = await findPerson(caller, db);
  if (!(await isPassword(oldPassword, found.passwordHash))) throw new Refusal('OLD_PASSWORD_WRONG');
  await updatePassword(db, found.id, await hashPassword(password, found.phone ?? ''));
  await endSessions(db, found.id, caller);
  return null;
}

export async function accountInfo(_input: unknown, { db, caller }: Signed): Promise<Me> {
  const found = await findLogin(db, { id: caller.loginId });
  if (!found) throw new Refusal('SESSION_INVALID');
  const { id, accountId, role, name, phone, language, createdAt } = found;
  return {
    userId: id,
    accountId,
    role,
    name,
    permissions: role === 'main' ? [...permissions] : found.permissions,
    phone: phone && maskedPhone(phone),
    language,
    registeredAt: createdAt.toISOString(),
  };
}

/** Who signed in, whomever he acts as: passwords and phones are his own. */
async function findPerson({ personId }: Signed['caller'], db: Signed['db']): Promise<LoginRow> {
  const found = await findLogin(db, { id: personId });
  if (!found) throw new Refusal('SESSION_INVALID');
  return found;
}
