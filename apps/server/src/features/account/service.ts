import {
  type accountCalls,
  agreementVersion,
  type CodePurpose,
  type InputOf,
  type Me,
  maskedPhone,
  permissions,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { accountCodeOf, certificationStates } from '../certification/service.ts';
import {
  accountNameOf,
  findLogin,
  findPerson,
  hashPassword,
  publicRequester,
  renameAccount,
  renameLogin,
  requesterName,
  sendCode,
  spendChallenge,
} from '../identity/service.ts';
import { unreadMessages } from '../messages/service.ts';
import { findFunds } from '../money/service.ts';
import { beginLogin, registerPhone } from '../sign-in/service.ts';

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
    const requester = await publicRequester(found?.id, context);
    return sendCode(db, { ...services, phone, purpose, requester, now, language, isKnown: found !== undefined });
  };

export const register = {
  async prepare({ agreementVersion: agreed, password, phone }: InputOf<Calls['register']>) {
    if (agreed !== agreementVersion) throw new Refusal('AGREEMENT_CHANGED');
    return hashPassword(password, phone);
  },
  async change({ code = '', ticket, ...input }: InputOf<Calls['register']>, context: Public, passwordHash: string) {
    const { db, services, now } = context;
    const requester = requesterName(context);
    const login = await registerPhone(db, {
      ...input,
      proof: ticket === undefined ? { code } : { ticket },
      passwordHash,
      requester,
      vault: services.vault,
      now,
    });
    return beginLogin(login, context, { isConfirmed: true });
  },
};

export async function accountInfo(_input: unknown, { db, services, caller, now }: Signed): Promise<Me> {
  const found = await findLogin(db, { id: caller.loginId });
  const person = await findPerson(caller, db);
  // A seat has no phone and can't sign in.
  if (!found || person.phone === null) throw new Refusal('SESSION_INVALID');
  const { id, accountId, role, name, loginName, phone, language, createdAt } = found;
  return {
    userId: id,
    accountId,
    accountName: await accountNameOf(db, accountId),
    accountCode: await accountCodeOf(db, services.vault, accountId),
    person: { userId: person.id, name: person.name, phone: maskedPhone(person.phone) },
    role,
    name,
    loginName,
    permissions: role === 'main' ? [...permissions] : found.permissions,
    scope: found.scope,
    phone: phone && maskedPhone(phone),
    certification: await certificationStates(db, { personId: person.id, accountId }),
    unread: await unreadMessages(db, caller),
    ...(await findFunds(db, caller, now)),
    language,
    registeredAt: createdAt.toISOString(),
  };
}

/** Changes the names of the login and of the account. The audit trail keeps the previous names. */
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
