import { type InputOf, maskedPhone, type signInCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { confirmSession } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  findPerson,
  knownBrowser,
  type LoginRow,
  personRequester,
  secondWaysOf,
  sendCode,
  spendChallenge,
  spendCode,
  verifyPasskey,
  verifyPassword,
  verifyUserFactor,
} from '../identity/service.ts';
import { stopOnUsedFactor } from '../recovery/service.ts';

type Calls = typeof signInCalls;
type Signed = Context<'user'>;

/** Sends a code to confirm with. Only users without a password confirm by phone. */
export async function sendConfirmCode(input: InputOf<Calls['sendConfirmCode']>, context: Signed) {
  const { db, now, caller, language, services, audit } = context;
  const { phone, passwordHash } = await findPerson(caller, db);
  if (passwordHash !== null || phone === null) throw new Refusal('HAS_PASSWORD');
  await spendChallenge(db, { ...input, now });
  audit({ phone: maskedPhone(phone), purpose: 'confirm' });
  const requester = { name: personRequester(caller.personId), isKnown: true };
  return sendCode(db, { ...services, phone, purpose: 'confirm', requester, now, language, isKnown: true });
}

/** The compared password hash; null if the user has no password. */
interface VerifiedPassword {
  passwordHash: string | null;
  isRight: boolean;
}

/** Confirms the user's identity. A user with a second factor needs both: the password alone must not remove a factor. */
export const confirm = {
  async prepare({ password = '' }: InputOf<Calls['confirm']>, context: Signed): Promise<VerifiedPassword> {
    const { db, caller, now, address } = context;
    const { id, passwordHash } = await findPerson(caller, db);
    if (passwordHash === null) return { passwordHash, isRight: false };
    const attempt = { account: id, address, knownBrowser: await knownBrowser(id, context), now };
    const { isRight } = await verifyPassword(db, attempt, { password, passwordHash });
    return { passwordHash, isRight };
  },
  async change(
    { password: _verified, textCode, ...factorCode }: InputOf<Calls['confirm']>,
    context: Signed,
    { passwordHash, isRight }: VerifiedPassword,
  ) {
    const { db, now, caller, services } = context;
    const person = await findPerson(caller, db);
    if (person.passwordHash === null) await verifyPhoneCode(person, textCode ?? '', context);
    else if (!isRight || person.passwordHash !== passwordHash) throw new Refusal('PASSWORD_WRONG', { isKept: true });
    const needsFactor = (await secondWaysOf(db, person.id)).length > 0;
    if (needsFactor && factorCode.code === undefined && factorCode.recoveryCode === undefined)
      throw new Refusal('SECOND_CODE_NEEDED');
    if (needsFactor) {
      await verifyUserFactor({ db, now, vault: services.vault }, person.id, factorCode);
      await stopOnUsedFactor(context, person.id);
    }
    return { confirmedUntil: (await confirmSession(db, caller, now)).toISOString() };
  },
};

async function verifyPhoneCode({ id, phone }: LoginRow, code: string, { db, services, now }: Signed): Promise<void> {
  const key = { phone: phone ?? '', purpose: 'confirm', requester: personRequester(id) } as const;
  await spendCode(db, { ...key, code, now, vault: services.vault });
}

export async function confirmByPasskey({ used }: InputOf<Calls['confirmByPasskey']>, context: Signed) {
  const { db, now, caller, services } = context;
  const { personId, ticketSha256 } = await verifyPasskey(db, { used, publicUrl: services.publicUrl, now });
  if (personId !== caller.personId || ticketSha256 !== null) throw new Refusal('PASSKEY_INVALID', { isKept: true });
  await stopOnUsedFactor(context, personId);
  return { confirmedUntil: (await confirmSession(db, caller, now)).toISOString() };
}
