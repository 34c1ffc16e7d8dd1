import type { consoleCalls, InputOf } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import {
  endStaffSession,
  endStaffSessions,
  provenMs,
  recordFactorVerified,
  requireProof,
} from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { hashPassword, isPassword } from '../identity/service.ts';
import { countRecoveryCodes, deleteTickets } from './access-store.ts';
import { beginAuthenticator, finishAuthenticator, verifyStaffFactor } from './factor.ts';
import { findStaff, lockStaff, type StaffRow, setStaffPassword } from './store.ts';
import { issueTicket, spendTry } from './tickets.ts';

type Calls = typeof consoleCalls;
type Staff = Context<'staff'>;

const toolsOf = ({ db, services: { vault }, now }: Staff) => ({ db, vault, now });

export async function staffLogout(_input: unknown, { db, caller, setSession }: Staff) {
  await endStaffSession(db, caller);
  setSession(null);
  return null;
}

export async function staffMe(_input: unknown, { db, caller }: Staff) {
  const { id, userName, name, role, language } = await findSelf(db, caller);
  return { staffId: id, userName, name, role, language, recoveryCodesLeft: await countRecoveryCodes(db, id) };
}

export async function proveStaff({ code }: InputOf<Calls['proveStaff']>, context: Staff) {
  const { db, caller, now } = context;
  await verifyStaffFactor(toolsOf(context), await lockSelf(db, caller), code);
  await recordFactorVerified(db, caller, now);
  return { validSeconds: provenMs / 1000 };
}

/** The compared password hash, and the hash of the new password; null if the old password is wrong. */
interface NewPassword {
  before: string;
  passwordHash: string | null;
}

export const changeStaffPassword = {
  async prepare(input: InputOf<Calls['changeStaffPassword']>, context: Staff): Promise<NewPassword> {
    await requireProof(context);
    const { passwordHash: before, userName } = await findSelf(context.db, context.caller);
    const isRight = await isPassword(input.oldPassword, before);
    return { before, passwordHash: isRight ? await hashPassword(input.password, userName) : null };
  },
  async change(_input: unknown, { db, caller }: Staff, { before, passwordHash }: NewPassword) {
    const staff = await lockSelf(db, caller);
    if (passwordHash === null || staff.passwordHash !== before) throw new Refusal('OLD_PASSWORD_WRONG');
    await setStaffPassword(db, staff.id, { passwordHash, oneTimeUntil: null });
    await endStaffSessions(db, staff.id, caller);
    return null;
  },
};

export async function beginStaffFactor(_input: unknown, context: Staff) {
  const { db, caller, now } = context;
  await requireProof(context);
  const staff = await findSelf(db, caller);
  const issued = await issueTicket(db, { staffId: staff.id, purpose: 'change', now });
  return { ...issued, ...(await beginAuthenticator(toolsOf(context), { ticket: issued.ticket, staff })) };
}

export async function confirmStaffFactor({ ticket, code }: InputOf<Calls['confirmStaffFactor']>, context: Staff) {
  const { db, caller } = context;
  const { staff, secret } = await spendTry(context, ticket, 'change');
  if (staff.id !== caller.staffId) throw new Refusal('TICKET_INVALID');
  const recoveryCodes = await finishAuthenticator(toolsOf(context), { staff, secret, code });
  await deleteTickets(db, staff.id);
  await endStaffSessions(db, staff.id, caller);
  return { recoveryCodes };
}

const findSelf = async (db: Client, { staffId }: Staff['caller']): Promise<StaffRow> =>
  existing(await findStaff(db, { id: staffId }));

const lockSelf = async (db: Client, { staffId }: Staff['caller']): Promise<StaffRow> =>
  existing(await lockStaff(db, staffId));

/** @throws Refusal SESSION_INVALID */
function existing(staff: StaffRow | undefined): StaffRow {
  if (!staff) throw new Refusal('SESSION_INVALID');
  return staff;
}
