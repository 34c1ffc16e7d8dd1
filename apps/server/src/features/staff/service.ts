import { randomBytes } from 'node:crypto';
import type { InputOf, StaffRole, staffCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { hashPassword } from '../identity/passwords.ts';
import { hasStaff, leaveConsole, requireProof, staffOf } from './sign-in.ts';
import { allStaff, forgetFactor, insertStaff, lockOperators, setDisabled } from './store.ts';

type Calls = typeof staffCalls;
type Operator = Context<'operator'>;

const oneTimeMs = 72 * 3_600_000;

export const listStaff = async (_input: unknown, { db }: Operator) => ({ list: await allStaff(db) });

/** 96 random bits, for one sign-in. */
async function newOneTime(userName: string, now: Date) {
  const oneTimePassword = randomBytes(12).toString('base64url');
  const oneTimeUntil = new Date(now.getTime() + oneTimeMs);
  return { oneTimePassword, oneTimeUntil, passwordHash: await hashPassword(oneTimePassword, userName) };
}

type OneTime = Awaited<ReturnType<typeof newOneTime>>;

export const createStaff = {
  async prepare({ userName }: InputOf<Calls['createStaff']>, context: Operator): Promise<OneTime> {
    await requireProof(context);
    return newOneTime(userName, context.now);
  },
  change: create,
};

async function create(input: InputOf<Calls['createStaff']>, { db, audit }: Operator, oneTime: OneTime) {
  const { oneTimePassword, ...password } = oneTime;
  const staffId = await insertStaff(db, { ...input, ...password });
  if (!staffId) throw new Refusal('USER_NAME_TAKEN');
  audit({ about: staffId, userName: input.userName, role: input.role });
  return { staffId, oneTimePassword, until: password.oneTimeUntil.toISOString() };
}

export const resetStaff = {
  async prepare({ staffId }: InputOf<Calls['resetStaff']>, context: Operator): Promise<OneTime> {
    const { userName } = await other(context, staffId);
    return newOneTime(userName, context.now);
  },
  change: reset,
};

async function reset({ staffId }: InputOf<Calls['resetStaff']>, context: Operator, oneTime: OneTime) {
  const { db } = context;
  const { oneTimePassword, oneTimeUntil, passwordHash } = oneTime;
  await other(context, staffId);
  await forgetFactor(db, staffId);
  await leaveConsole(db, staffId, { passwordHash, oneTimeUntil });
  return { staffId, oneTimePassword, until: oneTimeUntil.toISOString() };
}

export async function disableStaff({ staffId }: InputOf<Calls['disableStaff']>, context: Operator) {
  const { db, now } = context;
  const operators = await lockOperators(db);
  await other(context, staffId);
  if (operators.length === 1 && operators[0] === staffId) throw new Refusal('LAST_OPERATOR');
  if (!(await setDisabled(db, staffId, now))) throw new Refusal('STATE_FORBIDS');
  await leaveConsole(db, staffId);
  return null;
}

export async function enableStaff({ staffId }: InputOf<Calls['enableStaff']>, context: Operator) {
  await other(context, staffId);
  if (!(await setDisabled(context.db, staffId, null))) throw new Refusal('STATE_FORBIDS');
  return null;
}

/** Another one of the staff, about whom the audit trail then tells. @throws Refusal PROVE_AGAIN, NOT_ONESELF, NOT_FOUND */
async function other(context: Operator, staffId: string) {
  await requireProof(context);
  if (staffId === context.caller.staffId) throw new Refusal('NOT_ONESELF');
  const staff = await staffOf(context.db, staffId);
  context.audit({ about: staffId, userName: staff.userName });
  return staff;
}

/** Lets somebody in whose password is known and stays; nothing where the user name is there already. */
export async function ensureStaff(
  db: Client,
  { password, ...rest }: { userName: string; name: string; role: StaffRole; password: string },
): Promise<void> {
  if (await hasStaff(db, rest.userName)) return;
  const passwordHash = await hashPassword(password, rest.userName);
  await insertStaff(db, { ...rest, language: 'zh', passwordHash, oneTimeUntil: null });
}
