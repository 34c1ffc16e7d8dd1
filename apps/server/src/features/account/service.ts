import {
  type accountCalls,
  agreementVersion,
  type CodePurpose,
  type InputOf,
  type Language,
  type Me,
  maskedPhone,
  permissions,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import { certificationStates } from '../certification/service.ts';
import { askerName, publicAsker } from '../identity/askers.ts';
import { spendChallenge } from '../identity/challenges.ts';
import { sendCode, spendCode, voidCodes } from '../identity/codes.ts';
import { knownBrowser } from '../identity/known-browsers.ts';
import { forgetFailures, tryPassword } from '../identity/lockout.ts';
import { hashPassword } from '../identity/passwords.ts';
import {
  accountNameOf,
  findLogin,
  holdLogin,
  insertAccount,
  type LoginRow,
  renameAccount,
  renameLogin,
  updatePassword,
  updatePhone,
} from '../identity/store.ts';
import { unreadMessages } from '../messages/service.ts';
import { findFunds, giveWelcomePackage } from '../money/service.ts';
import { begin, enter } from '../sign-in/service.ts';

export { accountNameOf } from '../identity/store.ts';
export type { LoginRow };

type Calls = typeof accountCalls;
type Public = Context<'public'>;
type Signed = Context<'user'>;

export const sendCodeFor =
  (purpose: CodePurpose) => async (input: InputOf<Calls['sendLoginCode']>, context: Public) => {
    const { db, services, language, now, audit } = context;
    const { phone } = input;
    await spendChallenge(db, { ...input, now });
    audit({ phone: maskedPhone(phone), purpose });
    const found = await findLogin(db, { phone });
    const asker = await publicAsker(found?.id, context);
    return sendCode(db, { ...services, phone, purpose, asker, now, language, isKnown: found !== undefined });
  };

export const register = {
  async prepare({ agreementVersion: shown, password, phone }: InputOf<Calls['register']>) {
    if (shown !== agreementVersion) throw new Refusal('AGREEMENT_CHANGED');
    return hashPassword(password, phone);
  },
  async change(input: InputOf<Calls['register']>, context: Public, passwordHash: string) {
    const { db, services, now } = context;
    const asker = askerName(context);
    const login = await registerPhone(db, { ...input, passwordHash, asker, vault: services.vault, now });
    return begin(login, context, { isConfirmed: true });
  },
};

/**
 * An account for whoever shows the code that was sent to a phone and has accepted the agreements.
 * @throws Refusal CODE_INVALID, PHONE_TAKEN
 */
export async function registerPhone(
  db: Client,
  o: {
    phone: string;
    code: string;
    /** Who asked for the code; null where a partner shows it. */
    asker: string | null;
    name: string;
    /** Null: the user signs in by code until they set a password. */
    passwordHash: string | null;
    language: Language;
    vault: Vault;
    now: Date;
  },
): Promise<LoginRow> {
  const { phone, code, asker, passwordHash, name, language, vault, now } = o;
  await spendCode(db, { phone, purpose: 'register', asker, code, now, vault });
  const login = await insertAccount(db, { phone, name, passwordHash, language, agreementVersion });
  if (!login) throw new Refusal('PHONE_TAKEN');
  await giveWelcomePackage(db, { accountId: login.accountId, loginId: login.id, now });
  return login;
}

interface Shown {
  found: LoginRow | undefined;
  isRight: boolean;
}

export const login = {
  async prepare({ account, password }: InputOf<Calls['login']>, context: Public): Promise<Shown> {
    const { db, address, now } = context;
    const found = await findLogin(db, { account });
    const known = await knownBrowser(found?.id, context);
    const who = { account: found?.id ?? account, address, knownBrowser: known, hasOtherWays: true, now };
    const { isRight } = await tryPassword(db, who, { password, passwordHash: found?.passwordHash });
    return { found, isRight };
  },
  async change(_input: unknown, context: Public, { found, isRight }: Shown) {
    if (found) context.audit({ loginId: found.id, accountId: found.accountId });
    if (!isRight || !found) throw new Refusal('CREDENTIALS_INVALID', { isKept: true });
    return enter(found, context, { isConfirmed: true });
  },
};

export async function loginByPhone({ phone, code }: InputOf<Calls['loginByPhone']>, context: Public) {
  const { db, services, address, now } = context;
  const asker = askerName(context);
  await spendCode(db, { phone, purpose: 'login', asker, code, now, vault: services.vault });
  const found = await findLogin(db, { phone });
  if (!found) throw new Refusal('CODE_INVALID');
  await forgetFailures(db, { account: found.id, address });
  return enter(found, context, { isConfirmed: true });
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
    ...(await findFunds(db, caller, now)),
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

/** Sets a password that its owner has to replace by one of their own next. */
export const givePassword = (db: Client, id: string, o: { passwordHash: string; now: Date }): Promise<void> =>
  updatePassword(db, id, { passwordHash: o.passwordHash, givenAt: o.now });

/** Codes sent to the phone before are void. False where the other phone is somebody's already. */
export async function changePhone(db: Client, { id, phone: before }: LoginRow, phone: string): Promise<boolean> {
  if (!(await updatePhone(db, id, phone))) return false;
  if (before !== null) await voidCodes(db, before);
  return true;
}
