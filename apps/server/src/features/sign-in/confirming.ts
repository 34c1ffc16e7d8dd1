import { type InputOf, maskedPhone, type signInCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../http/refusal.ts';
import { confirmSession } from '../../http/sessions.ts';
import { spendChallenge } from '../account/challenges.ts';
import { sendCode, spendCode } from '../account/codes.ts';
import { countSignIn, forgetFailures } from '../account/lockout.ts';
import { isPassword } from '../account/passwords.ts';
import { findPerson, type LoginRow } from '../account/service.ts';
import { stopAsShown } from '../recovery/service.ts';
import { takeUsed } from './passkeys.ts';
import { showSecond } from './second-step.ts';
import { waysOf } from './service.ts';

type Calls = typeof signInCalls;
type Signed = Context<'user'>;

/** A phone alone stands for a password only where there is none. */
export async function sendConfirmCode(input: InputOf<Calls['sendConfirmCode']>, context: Signed) {
  const { db, now, caller, language, services, audit } = context;
  const { phone, passwordHash } = await findPerson(caller, db);
  if (passwordHash !== null || phone === null) throw new Refusal('HAS_PASSWORD');
  await spendChallenge(db, { ...input, now });
  audit({ phone: maskedPhone(phone), purpose: 'confirm' });
  const { textMessages, vault } = services;
  return sendCode(db, { phone, purpose: 'confirm', now, vault, language, isKnown: true, textMessages });
}

/** Where there is a second factor, it takes both: the password alone must not be enough to remove it. */
export async function confirm({ password, textCode, ...second }: InputOf<Calls['confirm']>, context: Signed) {
  const { db, now, caller, services } = context;
  const person = await findPerson(caller, db);
  if (person.passwordHash === null) await showPhone(person, textCode ?? '', context);
  else await showPassword(person, password ?? '', context);
  const isAsked = (await waysOf(db, person.id)).length > 0;
  if (isAsked && second.code === undefined && second.recoveryCode === undefined)
    throw new Refusal('SECOND_CODE_NEEDED');
  if (isAsked) {
    await showSecond(db, { personId: person.id, now, vault: services.vault, ...second });
    await stopAsShown(context, person.id);
  }
  return { confirmedUntil: (await confirmSession(db, caller, now)).toISOString() };
}

async function showPassword(person: LoginRow, password: string, { db, now, address }: Signed): Promise<void> {
  const who = { account: person.id, address };
  await countSignIn(db, { ...who, now });
  if (!(await isPassword(password, person.passwordHash))) throw new Refusal('PASSWORD_WRONG', { isKept: true });
  await forgetFailures(db, who);
}

async function showPhone({ phone }: LoginRow, code: string, { db, services, now }: Signed): Promise<void> {
  await spendCode(db, { phone: phone ?? '', purpose: 'confirm', code, now, vault: services.vault });
}

export async function confirmByPasskey({ used }: InputOf<Calls['confirmByPasskey']>, context: Signed) {
  const { db, now, caller, services } = context;
  const { personId, ticketSha256 } = await takeUsed(db, { used, publicUrl: services.publicUrl, now });
  if (personId !== caller.personId || ticketSha256 !== null) throw new Refusal('PASSKEY_INVALID', { isKept: true });
  await stopAsShown(context, personId);
  return { confirmedUntil: (await confirmSession(db, caller, now)).toISOString() };
}
