import { type accountCalls, type InputOf, message } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  findLogin,
  findPerson,
  forgetFailures,
  hashPassword,
  isPassword,
  knownBrowser,
  type LoginRow,
  replacePassword,
  requesterName,
  setPassword,
  signOutEverywhere,
  spendCode,
  verifyPassword,
} from '../identity/service.ts';
import { notify, securityPage } from '../messages/service.ts';

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
    const requester = requesterName(context);
    await spendCode(db, { phone, purpose: 'reset', requester, now, vault, ...(ticket ? { ticket } : { code }) });
    if (!found) throw new Refusal('CODE_INVALID');
    await forgetFailures(db, { account: found.id, address });
    await setPassword(db, found.id, passwordHash);
    await signOutEverywhere(db, found.id);
    await notifyOwner(db, found.id, 'message.password-reset');
    audit({ loginId: found.id, accountId: found.accountId });
    return null;
  },
};

/** The login whose password was compared, and the hash of the new password; null if the comparison failed. */
interface NewPassword {
  found: LoginRow;
  passwordHash: string | null;
}

/**
 * Replaces the password after checking the old one. A wrong old password counts as a guess; of two concurrent changes
 * from the same old password, the first succeeds.
 */
export const changePassword = {
  async prepare(input: InputOf<Calls['changePassword']>, context: Signed): Promise<NewPassword> {
    const { db, caller, address, now } = context;
    const found = await findPerson(caller, db);
    const attempt = { account: found.id, address, knownBrowser: await knownBrowser(found.id, context), now };
    const old = { password: input.oldPassword, passwordHash: found.passwordHash };
    const { isRight } = await verifyPassword(db, attempt, old);
    return { found, passwordHash: isRight ? await hashPassword(input.password, found.phone ?? '') : null };
  },
  async change(_input: unknown, { db, caller }: Signed, { found, passwordHash }: NewPassword) {
    const before = found.passwordHash ?? '';
    if (passwordHash === null || !(await replacePassword(db, found.id, { before, passwordHash })))
      throw new Refusal('OLD_PASSWORD_WRONG', { isKept: passwordHash === null });
    await signOutEverywhere(db, found.id, caller);
    await notifyOwner(db, found.id, 'message.password-changed');
    return null;
  },
};

/** Replaces a password that another user set. The user entered it when they signed in, so it isn't asked for again. */
export const choosePassword = {
  async prepare({ password }: InputOf<Calls['choosePassword']>, { db, caller, now }: Signed): Promise<NewPassword> {
    await requireConfirmed(db, caller, now);
    const found = await findPerson(caller, db);
    const isSame = await isPassword(password, found.passwordHash);
    return { found, passwordHash: isSame ? null : await hashPassword(password, found.phone ?? '') };
  },
  async change(_input: unknown, { db, caller }: Signed, { found, passwordHash }: NewPassword) {
    if (!found.passwordGivenAt || found.passwordHash === null) throw new Refusal('STATE_FORBIDS');
    if (passwordHash === null) throw new Refusal('PASSWORD_SAME');
    if (!(await replacePassword(db, found.id, { before: found.passwordHash, passwordHash })))
      throw new Refusal('STATE_FORBIDS');
    await signOutEverywhere(db, found.id, caller);
    await notifyOwner(db, found.id, 'message.password-changed');
    return null;
  },
};

async function notifyOwner(
  db: Client,
  loginId: string,
  event: 'message.password-changed' | 'message.password-reset',
): Promise<void> {
  await notify(db, { loginId, kind: 'account', message: message(event), link: securityPage });
}
