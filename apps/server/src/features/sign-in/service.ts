import { randomBytes } from 'node:crypto';
import type { Entered, secondWays } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { beginSession, digestOf, endSessions } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { holdById, type LoginRow } from '../account/service.ts';
import { countFactors, deleteFactors, findFactors, insertSecondStep, stepOwner } from '../identity/factors/store.ts';
import { rememberBrowser } from '../identity/known-browsers.ts';

const stepMs = 10 * 60_000;
const triesOfStep = 5;

/** Whoever is to be let in. */
export interface Entering {
  id: string;
  accountId: string;
  /** As it was when he was asked who he is. */
  passwordHash: string | null;
  disabledAt: Date | null;
}

/**
 * Lets in whoever has shown one factor: with a session, or with a ticket for the second step where he has a second factor.
 * `isConfirmed`: the one shown was his password or a code to his phone. @throws Refusal LOGIN_DISABLED
 */
export async function enter(login: Entering, context: Context, o: { isConfirmed: boolean }): Promise<Entered> {
  const { db, now, audit, auditAs } = context;
  await hold(login, context);
  const ways = await waysOf(db, login.id);
  if (ways.length === 0) return begin(login, context, o);
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
 * A password that was reset a moment ago ended all sessions: what was shown before it lets nobody in after it.
 * @throws Refusal LOGIN_DISABLED, CREDENTIALS_INVALID
 */
async function hold({ id, passwordHash }: Entering, { db }: Context): Promise<void> {
  const now = await holdById(db, id);
  if (!now || now.disabledAt) throw new Refusal('LOGIN_DISABLED');
  if (now.passwordHash !== passwordHash) throw new Refusal('CREDENTIALS_INVALID');
}

/** Begins the session of whoever has shown all that he has to. @throws Refusal LOGIN_DISABLED */
export async function begin(login: Entering, context: Context, { isConfirmed }: { isConfirmed: boolean }) {
  await hold(login, context);
  const { db, address, userAgent, now, isBrowser, setSession, audit } = context;
  const session = await beginSession(db, { loginId: login.id, address, userAgent, now, isConfirmed });
  setSession(session);
  await rememberBrowser(login.id, context);
  audit({ loginId: login.id, accountId: login.accountId });
  return { token: isBrowser ? null : session.token, expiresAt: session.expiresAt.toISOString() };
}

/** What the person can take the second step with; nothing where none is asked. */
export async function waysOf(db: Client, personId: string): Promise<(typeof secondWays)[number][]> {
  const { totp, passkey, recovery } = await countFactors(db, personId);
  if (totp + passkey === 0) return [];
  return [
    ...(totp > 0 ? (['totp'] as const) : []),
    ...(passkey > 0 ? (['passkey'] as const) : []),
    ...(recovery > 0 ? (['recovery'] as const) : []),
  ];
}

/** Who holds a ticket of the second step, and waits until the transaction ends. @throws Refusal TICKET_INVALID */
export async function holderOfTicket(db: Client, { ticket, now }: { ticket: string; now: Date }): Promise<LoginRow> {
  const personId = await stepOwner(db, digestOf(ticket), now);
  const person = personId && (await holdById(db, personId));
  if (!person || person.disabledAt) throw new Refusal('TICKET_INVALID');
  return person;
}

export const factorsOf = async (db: Client, personId: string) => ({
  list: await findFactors(db, personId),
  recoveryCodesLeft: (await countFactors(db, personId)).recovery,
});

/** Nothing of the second step is left; whoever is signed in is so no more. */
export async function removeFactors(db: Client, personId: string): Promise<void> {
  await deleteFactors(db, personId);
  await endSessions(db, personId);
}
