import { type accountCalls, type InputOf, say } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { endSessions, requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { askerName } from '../identity/askers.ts';
import { spendCode } from '../identity/codes.ts';
import { knownBrowser } from '../identity/known-browsers.ts';
import { forgetFailures, tryPassword } from '../identity/lockout.ts';
import { hashPassword, isPassword } from '../identity/passwords.ts';
import { findLogin, type LoginRow, replacePassword, updatePassword } from '../identity/store.ts';
import { notify, securityPage } from '../messages/service.ts';
import { findPerson } from './service.ts';

type Calls = typeof accountCalls;
type Public = Context<'public'>;
type Signed = Context<'user'>;

export const resetPassword = {
  prepare: ({ password, phone }: InputOf<Calls['resetPassword']>) => hashPassword(password, phone),
  async change({ phone, ...given }: InputOf<Calls['resetPassword']>, context: Public, passwordHash: string) {
    const { db, services, now, address, audit } = context;
    const found = await findLogin(db, { phone });
    const { code = '', ticket } = given;
    const { vault } = services;
    const asker = askerName(context);
    await spendCode(db, { phone, purpose: 'reset', asker, now, vault, ...(ticket ? { ticket } : { code }) });
    if (!found) throw new Refusal('CODE_INVALID');
    await forgetFailures(db, { account: found.id, address });
    await updatePassword(db, found.id, { passwordHash, givenAt: null });
    await endSessions(db, found.id);
    await tellOwner(db, found.id, 'message.password-reset');
    audit({ loginId: found.id, accountId: found.accountId });
    return null;
  },
};

/** The password as it was compared, and the hash of the next one; null where the old one was wrong. */
interface Ready {
  found: LoginRow;
  passwordHash: string | null;
}

/** A wrong old password counts as a guess at it. Of two who change it at once, from the same old one, the first has done so. */
export const changePassword = {
  async prepare(input: InputOf<Calls['changePassword']>, context: Signed): Promise<Ready> {
    const { db, caller, address, now } = context;
    const found = await findPerson(caller, db);
    const who = { account: found.id, address, knownBrowser: await knownBrowser(found.id, context), now };
    const shown = { password: input.oldPassword, passwordHash: found.passwordHash };
    const { isRight } = await tryPassword(db, who, shown);
    return { found, passwordHash: isRight ? await hashPassword(input.password, found.phone ?? '') : null };
  },
  async change(_input: unknown, { db, caller }: Signed, { found, passwordHash }: Ready) {
    const before = found.passwordHash ?? '';
    if (passwordHash === null || !(await replacePassword(db, found.id, { before, passwordHash })))
      throw new Refusal('OLD_PASSWORD_WRONG', { isKept: passwordHash === null });
    await endSessions(db, found.id, caller);
    await tellOwner(db, found.id, 'message.password-changed');
    return null;
  },
};

/** In place of the one that somebody else set, which is known to him who holds the session: he has shown who he is with it. */
export const choosePassword = {
  async prepare({ password }: InputOf<Calls['choosePassword']>, { db, caller, now }: Signed): Promise<Ready> {
    await requireConfirmed(db, caller, now);
    const found = await findPerson(caller, db);
    const isSame = await isPassword(password, found.passwordHash);
    return { found, passwordHash: isSame ? null : await hashPassword(password, found.phone ?? '') };
  },
  async change(_input: unknown, { db, caller }: Signed, { found, passwordHash }: Ready) {
    if (!found.passwordGivenAt || found.passwordHash === null) throw new Refusal('STATE_FORBIDS');
    if (passwordHash === null) throw new Refusal('PASSWORD_SAME');
    if (!(await replacePassword(db, found.id, { before: found.passwordHash, passwordHash })))
      throw new Refusal('STATE_FORBIDS');
    await endSessions(db, found.id, caller);
    await tellOwner(db, found.id, 'message.password-changed');
    return null;
  },
};

async function tellOwner(
  db: Client,
  loginId: string,
  what: 'message.password-changed' | 'message.password-reset',
): Promise<void> {
  await notify(db, { loginId, kind: 'account', said: say(what), link: securityPage });
}
