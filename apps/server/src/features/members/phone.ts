import { type InputOf, maskedPhone, type memberCalls, message } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  changePhone,
  findPerson,
  personAsker,
  sendCode,
  signOutEverywhere,
  spendChallenge,
  spendCode,
} from '../identity/service.ts';
import { notify } from '../messages/service.ts';

type Calls = typeof memberCalls;
type User = Context<'user'>;

export async function sendPhoneCode(input: InputOf<Calls['sendPhoneCode']>, context: User) {
  const { db, services, caller, language, now, audit } = context;
  const { phone } = input;
  await spendChallenge(db, { ...input, now });
  audit({ phone: maskedPhone(phone), purpose: 'bind' });
  const asker = { name: personAsker(caller.personId), isKnown: false };
  return sendCode(db, { ...services, phone, purpose: 'bind', asker, now, language, isKnown: true });
}

/** Changes the phone of the person who signed in, and sends a text to the previous phone, where a thief doesn't see it. */
export async function bindPhone({ phone, code }: InputOf<Calls['bindPhone']>, context: User) {
  const { db, services, caller, now, audit } = context;
  await requireConfirmed(db, caller, now);
  const person = await findPerson(caller, db);
  await spendCode(db, { phone, purpose: 'bind', asker: personAsker(person.id), code, now, vault: services.vault });
  if (!(await changePhone(db, person, phone))) throw new Refusal('PHONE_TAKEN');
  await signOutEverywhere(db, person.id, caller);
  const masked = maskedPhone(phone);
  audit({ phone: masked });
  if (person.phone) {
    const { phone: before, language } = person;
    await services.textMessages.send(db, {
      phone: before,
      template: 'phone-changed',
      values: { phone: masked },
      language,
    });
  }
  const sentence = message('message.phone-bound', { phone: masked });
  await notify(db, { loginId: person.id, kind: 'account', message: sentence, link: null });
  return null;
}
