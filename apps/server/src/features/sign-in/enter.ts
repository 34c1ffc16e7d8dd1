import { randomBytes } from 'node:crypto';
import type { Entered } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { beginSession, digestOf } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { insertSecondStep, type LoginRow, lockLogin, rememberBrowser, secondWaysOf } from '../identity/service.ts';

const stepMs = 10 * 60_000;
const triesOfStep = 5;

/** The login to let in, as loaded when the user was asked for proof. */
export type LoginToEnter = Pick<LoginRow, 'id' | 'accountId' | 'passwordHash'>;

/**
 * Lets in a user who verified one factor: with a session, or with a ticket for the second step if they have a second
 * factor. `isConfirmed`: the verified factor was their password or a code to their phone. @throws Refusal
 * LOGIN_DISABLED, CREDENTIALS_INVALID
 */
export async function enter(login: LoginToEnter, context: Context, o: { isConfirmed: boolean }): Promise<Entered> {
  const { db, now, audit, auditAs } = context;
  await requireUnchanged(login, context);
  const ways = await secondWaysOf(db, login.id);
  if (ways.length === 0) return beginLogin(login, context, o);
  const ticket = randomBytes(32).toString('base64url');
  await insertSecondStep(db, {
    ticketSha256: digestOf(ticket),
    personId: login.id,
    tries: triesOfStep,
    now,
    expiresAt: new Date(now.getTime() + stepMs),
  });
  auditAs('second-step.asked');
  audit({ loginId: login.id, accountId: login.accountId });
  return { token: null, secondStep: { ticket, ways, validSeconds: stepMs / 1000 } };
}

/**
 * Locks the login. A password reset meanwhile ended all sessions, so the old password must not start a new one. @throws
 * Refusal LOGIN_DISABLED, CREDENTIALS_INVALID
 */
async function requireUnchanged({ id, passwordHash }: LoginToEnter, { db }: Context): Promise<void> {
  const now = await lockLogin(db, id);
  if (!now || now.isDisabled) throw new Refusal('LOGIN_DISABLED');
  if (now.passwordHash !== passwordHash) throw new Refusal('CREDENTIALS_INVALID');
}

/**
 * Starts the session of a user who verified all required factors. @throws Refusal LOGIN_DISABLED, CREDENTIALS_INVALID
 */
export async function beginLogin(login: LoginToEnter, context: Context, { isConfirmed }: { isConfirmed: boolean }) {
  await requireUnchanged(login, context);
  const { db, address, userAgent, now, isBrowser, setSession, audit } = context;
  const session = await beginSession(db, { loginId: login.id, address, userAgent, now, isConfirmed });
  setSession(session);
  await rememberBrowser(login.id, context);
  audit({ loginId: login.id, accountId: login.accountId });
  return { token: isBrowser ? null : session.token, expiresAt: session.expiresAt.toISOString() };
}
