import { type InputOf, maskedPhone, type signInCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { confirmSession } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { findPerson, type LoginRow } from '../account/service.ts';
import { personAsker } from '../identity/askers.ts';
import { spendChallenge } from '../identity/challenges.ts';
import { sendCode, spendCode } from '../identity/codes.ts';
import { takeUsed } from '../identity/factors/passkeys.ts';
import { knownBrowser } from '../identity/known-browsers.ts';
import { tryPassword } from '../identity/lockout.ts';
import { stopAsShown } from '../recovery/service.ts';
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
  const asker = { name: personAsker(caller.personId), isKnown: true };
  return sendCode(db, { ...services, phone, purpose: 'confirm', asker, now, language, isKnown: true });
}

/** The password as it was compared; null where the person has none. */
interface Compared {
  passwordHash: string | null;
  isRight: boolean;
}

/** Where there is a second factor, it takes both: the password alone must not be enough to remove it. */
export const confirm = {
  async prepare({ password = '' }: InputOf<Calls['confirm']>, context: Signed): Promise<Compared> {
    const { db, caller, now, address } = context;
    const { id, passwordHash } = await findPerson(caller, db);
    if (passwordHash === null) return { passwordHash, isRight: false };
    const who = { account: id, address, knownBrowser: await knownBrowser(id, context), now };
    const { isRight } = await tryPassword(db, who, { password, passwordHash });
    return { passwordHash, isRight };
  },
  async change(
    { password: _compared, textCode, ...second }: InputOf<Calls['confirm']>,
    context: Signed,
    { passwordHash, isRight }: Compared,
  ) {
    const { db, now, caller, services } = context;
    const person = await findPerson(caller, db);
    if (person.passwordHash === null) await showPhone(person, textCode ?? '', context);
    else if (!isRight || person.passwordHash !== passwordHash) throw new Refusal('PASSWORD_WRONG', { isKept: true });
    const isAsked = (await waysOf(db, person.id)).length > 0;
    if (isAsked && second.code === undefined && second.recoveryCode === undefined)
      throw new Refusal('SECOND_CODE_NEEDED');
    if (isAsked) {
      await showSecond(db, { personId: person.id, now, vault: services.vault, ...second });
      await stopAsShown(context, person.id);
    }
    return { confirmedUntil: (await confirmSession(db, caller, now)).toISOString() };
  },
};

async function showPhone({ id, phone }: LoginRow, code: string, { db, services, now }: Signed): Promise<void> {
  const asked = { phone: phone ?? '', purpose: 'confirm', asker: personAsker(id) } as const;
  await spendCode(db, { ...asked, code, now, vault: services.vault });
}

export async function confirmByPasskey({ used }: InputOf<Calls['confirmByPasskey']>, context: Signed) {
  const { db, now, caller, services } = context;
  const { personId, ticketSha256 } = await takeUsed(db, { used, publicUrl: services.publicUrl, now });
  if (personId !== caller.personId || ticketSha256 !== null) throw new Refusal('PASSKEY_INVALID', { isKept: true });
  await stopAsShown(context, personId);
  return { confirmedUntil: (await confirmSession(db, caller, now)).toISOString() };
}
