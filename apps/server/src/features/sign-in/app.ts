import { randomBytes, randomInt } from 'node:crypto';
import {
  type AppSignInEvent,
  appPagePath,
  appSignInStateTable,
  appValidSeconds,
  type InputOf,
  type signInCalls,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { digestOf, requireConfirmed } from '../../http/sessions.ts';
import { deviceOf } from '../../http/user-agent.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import {
  type AppSignInRow,
  appSignInLifecycle,
  findAppSignIn,
  insertAppSignIn,
  lockAppSignIn,
  lockLogin,
  takeAppSignIn,
} from '../identity/service.ts';
import { beginLogin } from './enter.ts';

type Calls = typeof signInCalls;
type Public = Context<'public'>;
type Signed = Context<'user'>;
type AppInput = { appId: string };

const validMs = appValidSeconds * 1000;
const secondsLeft = (until: Date, now: Date) => Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000));

export async function appId(_input: unknown, context: Public) {
  const { db, now, address, userAgent, services } = context;
  const id = randomBytes(16).toString('base64url');
  const number = String(randomInt(10, 100));
  await insertAppSignIn(db, {
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
 * Answers only the requesting browser. Deletes the row together with creating its session, so that there is only one.
 * Requires no second factor: the phone's session, which approved it, verified one.
 */
export async function appStatus({ appId: id }: AppInput, context: Public) {
  const { db, now } = context;
  const appSha256 = digestOf(id);
  const found = await findAppSignIn(db, { appSha256, browserSha256: context.browserSha256() });
  if (!found) throw new Refusal('NOT_FOUND');
  const isOver = found.expiresAt <= now;
  if (found.state !== 'authorized' || isOver) {
    context.auditAs(null);
    return { state: isOver ? 'expired' : found.state, token: null, expiresAt: null } as const;
  }
  // Lock order: the login before the row, as a password reset does.
  const person = await lockLogin(db, found.personId ?? '');
  if (!person || !(await takeAppSignIn(db, appSha256))) throw new Refusal('NOT_FOUND');
  return { state: 'authorized' as const, ...(await beginLogin(person, context, { isConfirmed: false })) };
}

/** Signs in the person on the phone, even while they act as another login there. */
export async function appScan({ appId: id }: AppInput, { db, caller, now }: Signed) {
  const found = await lockAppSignIn(db, digestOf(id), now);
  const who = found?.personId === null ? 'person' : 'owner';
  if (!found || !isOwn(found, caller) || !appSignInStateTable.after(found.state, 'scan', who))
    throw new Refusal('NOT_FOUND');
  const set = { person_id: caller.personId };
  await transition(db, appSignInLifecycle, found.key, { event: 'scan', who, detail: null, set });
  return {
    device: deviceOf(found.userAgent),
    address: found.address,
    askedAt: found.createdAt.toISOString(),
    validSeconds: secondsLeft(found.expiresAt, now),
  };
}

const isOwn = ({ personId }: AppSignInRow, caller: Signed['caller']): boolean =>
  personId === null || personId === caller.personId;

/**
 * Only the screen shows the number, so a user who was sent a picture of the code can't enter it. A wrong number ends
 * the request, so that it can't be guessed. The user must have confirmed their identity: a stolen session must not turn
 * into one that is renewed elsewhere.
 */
export async function appApprove({ appId: id, number }: InputOf<Calls['appApprove']>, context: Signed) {
  const { db, caller, now } = context;
  await requireConfirmed(db, caller, now);
  const found = await answer(id, (row) => (row.number === number ? 'approve' : 'mistype'), context);
  if (found.number !== number) throw new Refusal('NUMBER_WRONG', { isKept: true });
  return null;
}

export async function appRefuse({ appId: id }: AppInput, context: Signed) {
  await answer(id, () => 'refuse', context);
  return null;
}

/** @throws Refusal NOT_FOUND if this person can't answer it, or it was answered or has expired */
async function answer(
  id: string,
  eventOf: (row: AppSignInRow) => AppSignInEvent,
  { db, caller, now }: Signed,
): Promise<AppSignInRow> {
  const found = await lockAppSignIn(db, digestOf(id), now);
  if (!found || found.personId !== caller.personId) throw new Refusal('NOT_FOUND');
  const event = eventOf(found);
  if (!appSignInStateTable.after(found.state, event, 'owner')) throw new Refusal('NOT_FOUND');
  await transition(db, appSignInLifecycle, found.key, { event, who: 'owner', detail: null });
  return found;
}
