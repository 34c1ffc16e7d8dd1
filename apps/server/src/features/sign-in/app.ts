import { randomBytes, randomInt } from 'node:crypto';
import { appPagePath, appValidSeconds, type InputOf, type signInCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { digestOf, requireConfirmed } from '../../http/sessions.ts';
import { deviceOf } from '../../http/user-agent.ts';
import { Refusal } from '../../kit/refusal.ts';
import { holdById } from '../account/service.ts';
import { answerApp, findAppOf, insertApp, scanApp, takeApp } from '../identity/app-sign-in-store.ts';
import { begin } from './service.ts';

type Calls = typeof signInCalls;
type Public = Context<'public'>;
type Signed = Context<'user'>;
type OfApp = { appId: string };

const validMs = appValidSeconds * 1000;
const secondsLeft = (until: Date, now: Date) => Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000));

export async function appId(_input: unknown, context: Public) {
  const { db, now, address, userAgent, services } = context;
  const id = randomBytes(16).toString('base64url');
  const number = String(randomInt(10, 100));
  await insertApp(db, {
    appSha256: digestOf(id),
    browserSha256: context.browserSha256(),
    number,
    address,
    userAgent,
    now,
    expiresAt: new Date(now.getTime() + validMs),
  });
  return { appId: id, number, address: `${services.publicUrl}${appPagePath}/${id}`, validSeconds: appValidSeconds };
}

/**
 * To the browser that asked alone. The row is gone with the session it gives, so that it is given once; the person's second
 * factor was shown on the phone, whose session authorised it.
 */
export async function appStatus({ appId: id }: OfApp, context: Public) {
  const { db, now } = context;
  const appSha256 = digestOf(id);
  const found = await findAppOf(db, { appSha256, browserSha256: context.browserSha256() });
  if (!found) throw new Refusal('NOT_FOUND');
  const isOver = found.expiresAt <= now;
  if (found.state !== 'authorized' || isOver) {
    context.auditAs(null);
    return { state: isOver ? 'expired' : found.state, token: null, expiresAt: null } as const;
  }
  // The person before the row, as whoever resets the password takes them in this order.
  const person = await holdById(db, found.personId ?? '');
  if (!person || !(await takeApp(db, appSha256))) throw new Refusal('NOT_FOUND');
  return { state: 'authorized' as const, ...(await begin(person, context, { isConfirmed: false })) };
}

/** Whom one acts as does not matter: it is the person who signs in on the other screen. */
export async function appScan({ appId: id }: OfApp, { db, caller, now }: Signed) {
  const found = await scanApp(db, { appSha256: digestOf(id), personId: caller.personId, now });
  if (!found) throw new Refusal('NOT_FOUND');
  return {
    device: deviceOf(found.userAgent),
    address: found.address,
    askedAt: found.createdAt.toISOString(),
    validSeconds: secondsLeft(found.expiresAt, now),
  };
}

/**
 * The number stands on the other screen alone: whoever was sent a picture of the code cannot read it there. A wrong one
 * ends the request, so that it cannot be guessed. A stolen session must not become one that is renewed elsewhere for ever, so
 * he has to have confirmed himself; a token of programs approves nothing.
 */
export async function appApprove({ appId: id, number }: InputOf<Calls['appApprove']>, { db, caller, now }: Signed) {
  if (caller.isSwapped) throw new Refusal('NOT_ALLOWED');
  await requireConfirmed(db, caller, now);
  const found = await answerApp(db, { appSha256: digestOf(id), personId: caller.personId, number, now });
  if (!found) throw new Refusal('NOT_FOUND');
  if (found.state === 'refused') throw new Refusal('NUMBER_WRONG', { isKept: true });
  return null;
}

export async function appRefuse({ appId: id }: OfApp, { db, caller, now }: Signed) {
  const answered = await answerApp(db, { appSha256: digestOf(id), personId: caller.personId, number: null, now });
  if (!answered) throw new Refusal('NOT_FOUND');
  return null;
}
