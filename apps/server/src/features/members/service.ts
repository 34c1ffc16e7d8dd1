import { type InputOf, maskedPhone, type memberCalls, message } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import {
  accountNameOf,
  accountRequester,
  givePassword,
  hashPassword,
  insertMember,
  memberLifecycle,
  sendCode,
  signOutEverywhere,
  spendChallenge,
  spendCode,
  updateMember,
} from '../identity/service.ts';
import { notify } from '../messages/service.ts';
import { spentByEach } from '../money/service.ts';
import * as store from './store.ts';

export { handover } from './handover.ts';
export { invitationsToMe } from './invitations.ts';

type Calls = typeof memberCalls;
type Main = Context<'main'>;

export async function sendMemberCode(input: InputOf<Calls['sendMemberCode']>, context: Main) {
  const { db, services, caller, language, now, audit } = context;
  const { phone } = input;
  await spendChallenge(db, { ...input, now });
  await requireFree(phone, context);
  audit({ phone: maskedPhone(phone), purpose: 'member' });
  const requester = { name: accountRequester(caller.accountId), isKnown: false };
  return sendCode(db, { ...services, phone, purpose: 'member', requester, now, language, isKnown: true });
}

/**
 * Reports before a code is sent that a phone is registered. Rate limits keep a holder from probing many phones. @throws
 * Refusal MEMBER_ALREADY, INVITE_INSTEAD
 */
async function requireFree(phone: string, { db, caller }: Main): Promise<void> {
  const owner = await store.findPhoneOwner(db, phone);
  if (owner) throw new Refusal(owner.accountId === caller.accountId ? 'MEMBER_ALREADY' : 'INVITE_INSTEAD');
}

export async function createMember({ code, ...member }: InputOf<Calls['createMember']>, context: Main) {
  const { db, services, caller, language, now, audit } = context;
  const { accountId } = caller;
  const { phone } = member;
  await requireConfirmed(db, caller, now);
  await spendCode(db, {
    phone,
    purpose: 'member',
    requester: accountRequester(accountId),
    code,
    now,
    vault: services.vault,
  });
  const userId = await insertMember(db, { ...member, accountId, language });
  if (!userId) throw new Refusal((await store.findPhoneOwner(db, phone)) ? 'PHONE_TAKEN' : 'LOGIN_NAME_TAKEN');
  audit({ userId, about: member.name });
  const { loginName } = member;
  const signInUrl = new URL('/login', services.publicUrl);
  const values = { account: await accountNameOf(db, accountId), loginName, site: signInUrl.host };
  await services.textMessages.send(db, { phone, template: 'member-created', values, language });
  return { userId, loginName, signInUrl: signInUrl.href };
}

/** Sets the password of a sub-account. A seat has none: its holder signs in with their own account. */
export const setMemberPassword = {
  async prepare({ userId, password }: InputOf<Calls['setMemberPassword']>, context: Main): Promise<string> {
    await confirmed(context);
    const { kind, phone } = await memberOf(context, userId);
    if (kind === 'seat') throw new Refusal('NOT_FOUND');
    return hashPassword(password, phone ?? '');
  },
  async change({ userId }: InputOf<Calls['setMemberPassword']>, context: Main, passwordHash: string) {
    const { db, now } = context;
    const member = await memberOf(context, userId);
    if (member.kind === 'seat') throw new Refusal('NOT_FOUND');
    await givePassword(db, userId, { passwordHash, now });
    await signOutEverywhere(db, userId);
    await notifyMember('message.password-set', member, context);
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
  await updateMember(context.db, userId, change);
  await notifyMember('message.member-edited', member, context);
  return null;
}

export async function disableMember({ userId }: InputOf<Calls['disableMember']>, context: Main) {
  const member = await memberOf(context, userId);
  await transition(context.db, memberLifecycle, userId, { event: 'disable', who: 'holder', detail: null });
  await signOutEverywhere(context.db, userId);
  await notifyMember('message.member-disabled', member, context);
  return null;
}

export async function enableMember({ userId }: InputOf<Calls['enableMember']>, context: Main) {
  const { isBarred } = await memberOf(context, userId);
  // Only the console can lift a bar.
  if (isBarred) throw new Refusal('STATE_FORBIDS');
  await transition(context.db, memberLifecycle, userId, { event: 'enable', who: 'holder', detail: null });
  return null;
}

const confirmed = ({ db, caller, now }: Main): Promise<void> => requireConfirmed(db, caller, now);

/** Notifies the member; for a seat, its holder's own login, as the seat may be disabled. */
async function notifyMember(
  event: 'message.password-set' | 'message.member-edited' | 'message.member-disabled',
  { personId: loginId }: store.MemberRow,
  { db, caller }: Main,
): Promise<void> {
  const sentence = message(event, { account: await accountNameOf(db, caller.accountId) });
  await notify(db, { loginId, kind: 'account', message: sentence, link: null });
}

/** Locks a member of the account. @throws Refusal NOT_FOUND, also for another account's member and for the holder */
async function memberOf({ db, caller, audit }: Main, userId: string): Promise<store.MemberRow> {
  const member = await store.lockMember(db, caller.accountId, userId);
  if (!member) throw new Refusal('NOT_FOUND');
  audit({ userId, about: member.name });
  return member;
}
