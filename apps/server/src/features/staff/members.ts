import { randomBytes } from 'node:crypto';
import type { InputOf, StaffRole, staffCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { endStaffSessions, requireProof } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { hashPassword } from '../identity/service.ts';
import { deleteBrowsers, deleteTickets, replaceRecoveryCodes } from './access-store.ts';
import * as store from './store.ts';

type Calls = typeof staffCalls;
type Operator = Context<'operator'>;

const oneTimeMs = 72 * 3_600_000;

export const listStaff = async (_input: unknown, { db }: Operator) => ({ list: await store.listStaff(db) });

/** A password of 96 random bits for one sign-in. */
async function newOneTimePassword(userName: string, now: Date) {
  const oneTimePassword = randomBytes(12).toString('base64url');
  const oneTimeUntil = new Date(now.getTime() + oneTimeMs);
  return { oneTimePassword, oneTimeUntil, passwordHash: await hashPassword(oneTimePassword, userName) };
}

type OneTimePassword = Awaited<ReturnType<typeof newOneTimePassword>>;

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
  const { db } = context;
  const { oneTimePassword, oneTimeUntil, passwordHash } = issued;
  await lockOther(context, staffId);
  await store.setAuthenticator(db, staffId, null);
  await replaceRecoveryCodes(db, staffId, []);
  await deleteBrowsers(db, staffId);
  await store.setStaffPassword(db, staffId, { passwordHash, oneTimeUntil });
  await signOutStaff(db, staffId);
  return { staffId, oneTimePassword, until: oneTimeUntil.toISOString() };
}

export async function disableStaff({ staffId }: InputOf<Calls['disableStaff']>, context: Operator) {
  const { db, now } = context;
  const operators = await store.lockOperators(db);
  await lockOther(context, staffId);
  if (operators.length === 1 && operators[0] === staffId) throw new Refusal('LAST_OPERATOR');
  if (!(await store.setDisabled(db, staffId, now))) throw new Refusal('STATE_FORBIDS');
  await signOutStaff(db, staffId);
  return null;
}

export async function enableStaff({ staffId }: InputOf<Calls['enableStaff']>, context: Operator) {
  await lockOther(context, staffId);
  if (!(await store.setDisabled(context.db, staffId, null))) throw new Refusal('STATE_FORBIDS');
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

/** Ends all sessions and voids all tickets of a staff member. */
async function signOutStaff(db: Client, staffId: string): Promise<void> {
  await deleteTickets(db, staffId);
  await endStaffSessions(db, staffId);
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
