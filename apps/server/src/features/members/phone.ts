import { type InputOf, maskedPhone, type memberCalls, message } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  accountNameOf,
  accountRequester,
  changePhone,
  findPerson,
  type LoginRow,
  lockLogin,
  personRequester,
  sendCode,
  signOutEverywhere,
  spendChallenge,
  spendCode,
} from '../identity/service.ts';
import { notify } from '../messages/service.ts';
import { lockMember } from './store.ts';

type Calls = typeof memberCalls;
type User = Context<'user'>;

export async function sendPhoneCode(input: InputOf<Calls['sendPhoneCode']>, context: User) {
  const { db, services, caller, language, now, audit } = context;
  const { phone } = input;
  await spendChallenge(db, { ...input, now });
  audit({ phone: maskedPhone(phone), purpose: 'bind' });
  const requester = { name: personRequester(caller.personId), isKnown: false };
  return sendCode(db, { ...services, phone, purpose: 'bind', requester, now, language, isKnown: true });
}

/** Changes the phone of the person who signed in. */
export async function bindPhone({ phone, code }: InputOf<Calls['bindPhone']>, context: User) {
  const { db, services, caller, now, audit } = context;
  await requireConfirmed(db, caller, now);
  const person = await findPerson(caller, db);
  await spendCode(db, {
    phone,
    purpose: 'bind',
    requester: personRequester(person.id),
    code,
    now,
    vault: services.vault,
  });
  if (!(await changePhone(db, person, phone))) throw new Refusal('PHONE_TAKEN');
  await signOutEverywhere(db, person.id, caller);
  const masked = maskedPhone(phone);
  audit({ phone: masked });
  await textPrevious(person, masked, context);
  const sentence = message('message.phone-bound', { phone: masked });
  await notify(db, { loginId: person.id, kind: 'account', message: sentence, link: null });
  return null;
}

/** Changes the phone of a sub-account, whose user gave the holder the code sent to it. Ends the member's sessions. */
export async function changeMemberPhone(
  { userId, phone, code }: InputOf<Calls['changeMemberPhone']>,
  context: Context<'main'>,
) {
  const { db, services, caller, now, audit } = context;
  await requireConfirmed(db, caller, now);
  const member = await lockMember(db, caller.accountId, userId);
  if (member?.kind !== 'sub') throw new Refusal('NOT_FOUND');
  const login = await lockLogin(db, userId);
  if (!login) throw new Refusal('NOT_FOUND');
  const requester = accountRequester(caller.accountId);
  await spendCode(db, { phone, purpose: 'member', requester, code, now, vault: services.vault });
  if (!(await changePhone(db, login, phone))) throw new Refusal('PHONE_TAKEN');
  await signOutEverywhere(db, userId);
  const masked = maskedPhone(phone);
  audit({ userId, about: member.name, phone: masked });
  await textPrevious(login, masked, context);
  const sentence = message('message.member-phone', {
    account: await accountNameOf(db, caller.accountId),
    phone: masked,
  });
  await notify(db, { loginId: userId, kind: 'account', message: sentence, link: null });
  return null;
}

/** Sends a text to the previous phone, where a thief doesn't see it. */
async function textPrevious(
  { phone, language }: LoginRow,
  masked: string,
  { db, services }: Pick<User, 'db' | 'services'>,
): Promise<void> {
  if (phone === null) return;
  await services.textMessages.send(db, { phone, template: 'phone-changed', values: { phone: masked }, language });
}
