import type { InputOf, StaffRole, staffCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { hashPassword } from '../identity/service.ts';
import { newOneTimePassword, type OneTimePassword, resetAccess, setMemberDisabled } from './access.ts';
import * as store from './store.ts';

type Calls = typeof staffCalls;
type Operator = Context<'operator'>;

export const listStaff = async (_input: unknown, { db }: Operator) => ({ list: await store.listStaff(db) });

export const createStaff = {
  async prepare({ userName }: InputOf<Calls['createStaff']>, context: Operator): Promise<OneTimePassword> {
    await requireProof(context);
    return newOneTimePassword(userName, context.now);
  },
  change: create,
};

async function create(input: InputOf<Calls['createStaff']>, { db, audit }: Operator, issued: OneTimePassword) {
  const { oneTimePassword, ...password } = issued;
  const staffId = await store.insertStaff(db, { ...input, ...password });
  if (!staffId) throw new Refusal('USER_NAME_TAKEN');
  audit({ about: staffId, userName: input.userName, role: input.role });
  return { staffId, oneTimePassword, until: password.oneTimeUntil.toISOString() };
}

export const resetStaff = {
  async prepare({ staffId }: InputOf<Calls['resetStaff']>, context: Operator): Promise<OneTimePassword> {
    const { userName } = await lockOther(context, staffId);
    return newOneTimePassword(userName, context.now);
  },
  change: reset,
};

async function reset({ staffId }: InputOf<Calls['resetStaff']>, context: Operator, issued: OneTimePassword) {
  await lockOther(context, staffId);
  await resetAccess(context.db, staffId, issued);
  return { staffId, oneTimePassword: issued.oneTimePassword, until: issued.oneTimeUntil.toISOString() };
}

/** Locks the operators before the member, as every change of who may sign in does. */
export async function disableStaff({ staffId }: InputOf<Calls['disableStaff']>, context: Operator) {
  const operators = await store.lockOperators(context.db);
  await lockOther(context, staffId);
  await setMemberDisabled(context.db, { staffId, at: context.now, operators });
  return null;
}

export async function enableStaff({ staffId }: InputOf<Calls['enableStaff']>, context: Operator) {
  await lockOther(context, staffId);
  await setMemberDisabled(context.db, { staffId, at: null, operators: [] });
  return null;
}

/** Locks another staff member and names them in the audit trail. @throws Refusal PROVE_AGAIN, NOT_ONESELF, NOT_FOUND */
async function lockOther(context: Operator, staffId: string): Promise<store.StaffRow> {
  await requireProof(context);
  if (staffId === context.caller.staffId) throw new Refusal('NOT_ONESELF');
  const staff = await store.lockStaff(context.db, staffId);
  if (!staff) throw new Refusal('NOT_FOUND');
  context.audit({ about: staffId, userName: staff.userName });
  return staff;
}

/** Creates a staff member with a permanent password, unless the user name exists. */
export async function ensureStaff(
  db: Client,
  { password, ...rest }: { userName: string; name: string; role: StaffRole; password: string },
): Promise<void> {
  if (await store.findStaff(db, { userName: rest.userName })) return;
  const passwordHash = await hashPassword(password, rest.userName);
  await store.insertStaff(db, { ...rest, language: 'zh', passwordHash, oneTimeUntil: null });
}
