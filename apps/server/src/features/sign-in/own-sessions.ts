import type { InputOf, signInCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { endPersonSession, endPersonSessions, findPersonSessions, requireConfirmed } from '../../http/sessions.ts';
import { deviceOf } from '../../http/user-agent.ts';
import { Refusal } from '../../kit/refusal.ts';

type Calls = typeof signInCalls;
type Signed = Context<'user'>;

export async function sessions(_input: unknown, { db, caller, now }: Signed) {
  const found = await findPersonSessions(db, caller, now);
  return {
    list: found.map(({ id, address, userAgent, createdAt, seenAt, isCurrent }) => ({
      id,
      device: deviceOf(userAgent),
      address,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
      isCurrent,
    })),
  };
}

export async function endOne({ id }: InputOf<Calls['endSession']>, { db, caller, now }: Signed) {
  await requireConfirmed(db, caller, now);
  if (!(await endPersonSession(db, caller, id))) throw new Refusal('NOT_FOUND');
  return null;
}

export async function endOthers(_input: unknown, { db, caller, now, audit }: Signed) {
  await requireConfirmed(db, caller, now);
  const ended = await endPersonSessions(db, caller);
  audit({ ended });
  return { ended };
}
