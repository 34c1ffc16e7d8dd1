import { type InputOf, maskedPhone, type memberCalls, say } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { endSessions, requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { accountNameOf, givePassword } from '../account/service.ts';
import { accountAsker } from '../identity/askers.ts';
import { spendChallenge } from '../identity/challenges.ts';
import { sendCode, spendCode } from '../identity/codes.ts';
import { hashPassword } from '../identity/passwords.ts';
import { notify } from '../messages/service.ts';
import { spentByEach } from '../money/service.ts';
import * as store from './store.ts';

type Calls = typeof memberCalls;
type Main = Context<'main'>;

export async function sendMemberCode(input: InputOf<Calls['sendMemberCode']>, context: Main) {
  const { db, services, caller, language, now, audit } = context;
  const { phone } = input;
  await spendChallenge(db, { ...input, now });
  audit({ phone: maskedPhone(phone), purpose: 'member' });
  const asker = { name: accountAsker(caller.accountId), isKnown: false };
  return sendCode(db, { ...services, phone, purpose: 'member', asker, now, language, isKnown: true });
}

/** The code comes first: who has not got the phone learns nothing of it. */
export async function createMember({ code, ...member }: InputOf<Calls['createMember']>, context: Main) {
  const { db, services, caller, language, now, audit } = context;
  const { accountId } = caller;
  const { phone } = member;
  await requireConfirmed(db, caller, now);
  await spendCode(db, { phone, purpose: 'member', asker: accountAsker(accountId), code, now, vault: services.vault });
  const userId = await store.insertMember(db, { ...member, accountId, language });
  if (!userId) throw new Refusal((await store.isPhoneTaken(db, phone)) ? 'PHONE_TAKEN' : 'LOGIN_NAME_TAKEN');
  audit({ userId, about: member.name });
  return { userId };
}

/** A seat has no password: its holder signs in elsewhere. */
export const setMemberPassword = {
  async prepare({ userId, password }: InputOf<Calls['setMemberPassword']>, context: Main): Promise<string> {
    await confirmed(context);
    const { phone } = await memberOf(context, userId);
    return hashPassword(password, phone);
  },
  async change({ userId }: InputOf<Calls['setMemberPassword']>, context: Main, passwordHash: string) {
    const { db, now } = context;
    const member = await memberOf(context, userId);
    if (member.kind === 'seat') throw new Refusal('NOT_FOUND');
    await givePassword(db, userId, { passwordHash, now });
    await endSessions(db, userId);
    await tellMember('message.password-set', member, context);
    return null;
  },
};

export async function memberList(input: InputOf<Calls['memberList']>, { db, caller, now }: Main) {
  const { list, total } = await store.listMembers(db, caller.accountId, input);
  const spent = await spentByEach(
    db,
    list.map(({ userId }) => userId),
    now,
  );
  return { list: list.map((member) => ({ ...member, spentCents: spent.get(member.userId) ?? 0 })), total };
}

export async function editMember({ userId, ...change }: InputOf<Calls['editMember']>, context: Main) {
  await confirmed(context);
  const member = await memberOf(context, userId);
  await store.updateMember(context.db, userId, change);
  await tellMember('message.member-edited', member, context);
  return null;
}

export async function disableMember({ userId }: InputOf<Calls['disableMember']>, context: Main) {
  const member = await memberOf(context, userId);
  await store.disable(context.db, userId, context.now);
  await endSessions(context.db, userId);
  if (!member.isDisabled) await tellMember('message.member-disabled', member, context);
  return null;
}

export async function enableMember({ userId }: InputOf<Calls['enableMember']>, context: Main) {
  await memberOf(context, userId);
  if (!(await store.enable(context.db, userId))) throw new Refusal('STATE_FORBIDS');
  return null;
}

const confirmed = ({ db, caller, now }: Main): Promise<void> => requireConfirmed(db, caller, now);

/** What the account did to him; of a seat at the login that its holder has of his own, as the seat may be shut. */
async function tellMember(
  name: 'message.password-set' | 'message.member-edited' | 'message.member-disabled',
  { personId: loginId }: store.MemberRow,
  { db, caller }: Main,
): Promise<void> {
  const said = say(name, { account: await accountNameOf(db, caller.accountId) });
  await notify(db, { loginId, kind: 'account', said, link: null });
}

/** @throws Refusal NOT_FOUND, also for the member of another account and for whoever holds this one */
async function memberOf({ db, caller, audit }: Main, userId: string): Promise<store.MemberRow> {
  const member = await store.lockMember(db, caller.accountId, userId);
  if (!member) throw new Refusal('NOT_FOUND');
  audit({ userId, about: member.name });
  return member;
}
