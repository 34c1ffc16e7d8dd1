import { type InputOf, maskedPhone, type memberCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../http/refusal.ts';
import { endSessions } from '../../http/sessions.ts';
import { spendChallenge } from '../account/challenges.ts';
import { sendCode, spendCode } from '../account/codes.ts';
import { setPassword } from '../account/service.ts';
import * as store from './store.ts';

type Calls = typeof memberCalls;
type Main = Context<'main'>;

export async function sendMemberCode(input: InputOf<Calls['sendMemberCode']>, context: Main) {
  const { db, services, caller, language, now, audit } = context;
  const { phone } = input;
  await spendChallenge(db, { ...input, now });
  audit({ phone: maskedPhone(phone), purpose: 'member' });
  const { textMessages } = services;
  return sendCode(db, {
    phone,
    purpose: 'member',
    boundTo: caller.accountId,
    now,
    language,
    isKnown: true,
    textMessages,
  });
}

/** The code comes first: who has not got the phone learns nothing of it. */
export async function createMember({ code, ...member }: InputOf<Calls['createMember']>, context: Main) {
  const { db, caller, language, now, audit } = context;
  const { accountId } = caller;
  const { phone } = member;
  await spendCode(db, { phone, purpose: 'member', boundTo: accountId, code, now });
  const userId = await store.insertMember(db, { ...member, accountId, language });
  if (!userId) throw new Refusal((await store.isPhoneTaken(db, phone)) ? 'PHONE_TAKEN' : 'LOGIN_NAME_TAKEN');
  audit({ userId, about: member.name });
  return { userId };
}

/** A seat has no password: its holder signs in elsewhere. */
export async function setMemberPassword({ userId, password }: InputOf<Calls['setMemberPassword']>, context: Main) {
  const member = await memberOf(context, userId);
  if (member.kind === 'seat') throw new Refusal('NOT_FOUND');
  await setPassword(context.db, member, password);
  await endSessions(context.db, userId);
  return null;
}

export const memberList = (input: InputOf<Calls['memberList']>, { db, caller }: Main) =>
  store.listMembers(db, caller.accountId, input);

export async function editMember({ userId, ...change }: InputOf<Calls['editMember']>, context: Main) {
  await memberOf(context, userId);
  await store.updateMember(context.db, userId, change);
  return null;
}

export async function disableMember({ userId }: InputOf<Calls['disableMember']>, context: Main) {
  await memberOf(context, userId);
  await store.disable(context.db, userId, context.now);
  await endSessions(context.db, userId);
  return null;
}

export async function enableMember({ userId }: InputOf<Calls['enableMember']>, context: Main) {
  await memberOf(context, userId);
  if (!(await store.enable(context.db, userId))) throw new Refusal('STATE_FORBIDS');
  return null;
}

/** @throws Refusal NOT_FOUND, also for the member of another account and for whoever holds this one */
async function memberOf({ db, caller, audit }: Main, userId: string): Promise<store.MemberRow> {
  const member = await store.lockMember(db, caller.accountId, userId);
  if (!member) throw new Refusal('NOT_FOUND');
  audit({ userId, about: member.name });
  return member;
}
