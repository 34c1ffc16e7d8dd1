import type { consoleCalls, InputOf } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { beginStaffSession } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { hashPassword, isPassword, verifyPassword, windowMinutes } from '../identity/service.ts';
import { deleteTickets, isKnownBrowser, rememberBrowser, ticketHolder } from './access-store.ts';
import { beginAuthenticator, finishAuthenticator, verifyStaffFactor } from './factor.ts';
import { findStaff, markSeen, type StaffRow, setStaffPassword } from './store.ts';
import { issueTicket, lockTicketHolder, spendTry } from './tickets.ts';

type Calls = typeof consoleCalls;
type Public = Context<'public'>;

const toolsOf = ({ db, services: { vault }, now }: Public) => ({ db, vault, now });

/** The first step. Gives the same refusal for a wrong password, an unknown name and an expired one-time password. */
export const staffLogin = {
  async prepare(input: InputOf<Calls['staffLogin']>, context: Public): Promise<VerifiedPassword> {
    const { db, now, address } = context;
    const userName = input.userName.toLowerCase();
    const staff = await findStaff(db, { userName });
    const account = `console ${userName}`;
    const attempt = { account, address, knownBrowser: await knownBrowser(staff, context), now };
    const submitted = { password: input.password, passwordHash: staff?.passwordHash };
    return { staff, ...(await verifyPassword(db, attempt, submitted)) };
  },
  change: finishFirstStep,
};

interface VerifiedPassword {
  staff: StaffRow | undefined;
  isRight: boolean;
  isLast: boolean;
}

async function finishFirstStep(_input: unknown, context: Public, { staff, isRight, isLast }: VerifiedPassword) {
  const { db, now, audit } = context;
  if (staff) audit({ staffId: staff.id });
  const isOver = staff?.oneTimeUntil != null && staff.oneTimeUntil < now;
  if (!staff || !isRight || isOver) {
    recordFailure(context, staff ? (isRight ? 'password-over' : 'wrong-password') : 'unknown-name', isLast);
    throw new Refusal('CREDENTIALS_INVALID', { isKept: true });
  }
  if (staff.disabledAt) {
    recordFailure(context, 'disabled', false);
    throw new Refusal('LOGIN_DISABLED', { isKept: true });
  }
  const next = staff.totpEncrypted ? ('code' as const) : ('enrol' as const);
  const ticket = await issueTicket(db, { staffId: staff.id, purpose: next, now });
  return { ...ticket, next, mustChangePassword: staff.oneTimeUntil !== null };
}

async function knownBrowser(staff: StaffRow | undefined, { db, now, browserSha256 }: Public) {
  const browser = browserSha256();
  return staff && (await isKnownBrowser(db, { staffId: staff.id, browser, now })) ? browser : undefined;
}

type Failure = 'unknown-name' | 'wrong-password' | 'password-over' | 'disabled' | 'wrong-code';

/**
 * Records the reason in the audit trail without revealing it to the caller. The typed name is not recorded, as it may
 * be a password.
 */
function recordFailure({ audit, auditAs }: Public, why: Failure, isLast: boolean): void {
  auditAs('staff-login.failed');
  audit({ why, ...(isLast ? { lockedMinutes: windowMinutes } : {}) });
}

/** Records a wrong code as a failed sign-in. */
async function recordingWrongCode<T>(context: Public, verification: Promise<T>): Promise<T> {
  try {
    return await verification;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CODE_INVALID') recordFailure(context, 'wrong-code', false);
    throw error;
  }
}

export async function staffEnrol({ ticket }: InputOf<Calls['staffEnrol']>, context: Public) {
  return beginAuthenticator(toolsOf(context), { ticket, staff: await lockTicketHolder(context.db, ticket) });
}

/** The second step of the first sign-in. */
export const staffEnrolled = { prepare: chosenPassword, change: enrol };

async function enrol({ ticket, code }: InputOf<Calls['staffEnrolled']>, context: Public, chosen: string | null) {
  const { staff, secret } = await spendTry(context, ticket, 'enrol');
  context.audit({ staffId: staff.id });
  // Another user of the same password was first to set up an authenticator.
  if (staff.totpEncrypted) throw new Refusal('TICKET_INVALID');
  const verification = finishAuthenticator(toolsOf(context), { staff, secret, code });
  const recoveryCodes = await recordingWrongCode(context, verification);
  return { ...(await enterConsole(context, staff, chosen)), recoveryCodes };
}

export const staffLoginCode = { prepare: chosenPassword, change: finishSecondStep };

async function finishSecondStep(
  { ticket, code }: InputOf<Calls['staffLoginCode']>,
  context: Public,
  chosen: string | null,
) {
  const { staff } = await spendTry(context, ticket, 'code');
  context.audit({ staffId: staff.id });
  await recordingWrongCode(context, verifyStaffFactor(toolsOf(context), staff, code));
  return enterConsole(context, staff, chosen);
}

/** Hashes the password that replaces a one-time password; null if none was chosen, or the same one. */
async function chosenPassword(
  { ticket, password }: { ticket: string; password?: string | undefined },
  { db }: Public,
): Promise<string | null> {
  const id = password === undefined ? undefined : await ticketHolder(db, ticket);
  const staff = id && (await findStaff(db, { id }));
  if (password === undefined || !staff || !staff.oneTimeUntil) return null;
  return (await isPassword(password, staff.passwordHash)) ? null : hashPassword(password, staff.userName);
}

/** Starts a console session after both steps. A one-time password must be replaced; all tickets become void. */
async function enterConsole(context: Public, staff: StaffRow, chosen: string | null) {
  const { db, address, userAgent, now, isBrowser, setSession, audit } = context;
  if (staff.oneTimeUntil) {
    if (chosen === null) throw new Refusal('INPUT_INVALID', { fields: [{ field: 'password', message: '' }] });
    await setStaffPassword(db, staff.id, { passwordHash: chosen, oneTimeUntil: null });
  }
  await deleteTickets(db, staff.id);
  await markSeen(db, staff.id, now);
  await rememberBrowser(db, { staffId: staff.id, browser: context.browserSha256(), now });
  const session = await beginStaffSession(db, { staffId: staff.id, address, userAgent, now });
  setSession(session);
  audit({ staffId: staff.id });
  return { token: isBrowser ? null : session.token, expiresAt: session.expiresAt.toISOString() };
}
