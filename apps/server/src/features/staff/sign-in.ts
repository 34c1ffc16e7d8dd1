import type { consoleCalls, InputOf } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { beginStaffSession } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { tryPassword, windowMinutes } from '../identity/lockout.ts';
import { hashPassword, isPassword } from '../identity/passwords.ts';
import {
  countRecoveryCodes,
  dropTickets,
  endStaffSession,
  endStaffSessions,
  findStaff,
  insertTicket,
  isKnownBrowser,
  markProven,
  markSeen,
  provenAt,
  rememberBrowser,
  type StaffRow,
  setPassword,
  type TicketPurpose,
  takeTry,
  ticketHolder,
} from './access-store.ts';
import { enrolment, putInPlace, showFactor } from './factor.ts';

type Calls = typeof consoleCalls;
type Public = Context<'public'>;
type Staff = Context<'staff'>;

const ticketMs = 10 * 60_000;
const ticketTries = 5;
/** How long a code shown once holds for what is dangerous (OWASP ASVS 5.0, 7.5.3). */
const provenMs = 15 * 60_000;

const working = ({ db, services: { vault }, now }: Pick<Context, 'db' | 'services' | 'now'>) => ({ db, vault, now });

/** The first step. A wrong password, an unknown name and a given password whose time is over are refused alike. */
export const staffLogin = {
  async prepare(input: InputOf<Calls['staffLogin']>, context: Public): Promise<Compared> {
    const { db, now, address } = context;
    const userName = input.userName.toLowerCase();
    const staff = await findStaff(db, { userName });
    const who = { account: `console ${userName}`, address, knownBrowser: await knownBrowser(staff, context), now };
    const shown = { password: input.password, passwordHash: staff?.passwordHash };
    return { staff, ...(await tryPassword(db, who, shown)) };
  },
  change: passFirstStep,
};

interface Compared {
  staff: StaffRow | undefined;
  isRight: boolean;
  isLast: boolean;
}

async function passFirstStep(_input: unknown, context: Public, { staff, isRight, isLast }: Compared) {
  const { db, now, audit } = context;
  if (staff) audit({ staffId: staff.id });
  const isOver = staff?.oneTimeUntil != null && staff.oneTimeUntil < now;
  if (!staff || !isRight || isOver) {
    failed(context, staff ? (isRight ? 'password-over' : 'wrong-password') : 'unknown-name', isLast);
    throw new Refusal('CREDENTIALS_INVALID', { isKept: true });
  }
  if (staff.disabledAt) {
    failed(context, 'disabled', false);
    throw new Refusal('LOGIN_DISABLED', { isKept: true });
  }
  const next = staff.totpSealed ? ('code' as const) : ('enrol' as const);
  return { ...(await newTicket(db, staff.id, next, now)), next, mustChangePassword: staff.oneTimeUntil !== null };
}

async function knownBrowser(staff: StaffRow | undefined, { db, now, browserSha256 }: Public) {
  const browser = browserSha256();
  return staff && (await isKnownBrowser(db, { staffId: staff.id, browser, now })) ? browser : undefined;
}

type Failure = 'unknown-name' | 'wrong-password' | 'password-over' | 'disabled' | 'wrong-code';

/** The trail says why, whoever tried learns less. What was typed as a name may be a password: it stands nowhere. */
function failed({ audit, auditAs }: Public, why: Failure, isLast: boolean): void {
  auditAs('staff-login.failed');
  audit({ why, ...(isLast ? { lockedMinutes: windowMinutes } : {}) });
}

/** A wrong code stands in the trail as a failure to sign in. */
async function orFailed<T>(context: Public, shown: Promise<T>): Promise<T> {
  try {
    return await shown;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CODE_INVALID') failed(context, 'wrong-code', false);
    throw error;
  }
}

async function newTicket(db: Client, staffId: string, purpose: TicketPurpose, now: Date) {
  const expiresAt = new Date(now.getTime() + ticketMs);
  const ticket = await insertTicket(db, { staffId, purpose, tries: ticketTries, expiresAt, now });
  return { ticket, validSeconds: ticketMs / 1000 };
}

export async function staffEnrol({ ticket }: InputOf<Calls['staffEnrol']>, context: Public) {
  return enrolment(working(context), { ticket, staff: await holderOf(context.db, ticket) });
}

/** The second step at the first sign-in. */
export const staffEnrolled = { prepare: chosenPassword, change: enrol };

async function enrol({ ticket, code }: InputOf<Calls['staffEnrolled']>, context: Public, chosen: string | null) {
  const { staff, totpSealed: sealed } = await spendTry(context, ticket, 'enrol');
  context.audit({ staffId: staff.id });
  // Somebody else came first with the same password.
  if (staff.totpSealed) throw new Refusal('TICKET_INVALID');
  const recoveryCodes = await orFailed(context, putInPlace(working(context), { staffId: staff.id, sealed, code }));
  return { ...(await letIn(context, staff, chosen)), recoveryCodes };
}

export const staffLoginCode = { prepare: chosenPassword, change: passSecondStep };

async function passSecondStep(
  { ticket, code }: InputOf<Calls['staffLoginCode']>,
  context: Public,
  chosen: string | null,
) {
  const { staff } = await spendTry(context, ticket, 'code');
  context.audit({ staffId: staff.id });
  await orFailed(context, showFactor(working(context), staff, code));
  return letIn(context, staff, chosen);
}

/** Hash of the password with which the holder of a ticket replaces a given one; null where none is chosen, or the same. */
async function chosenPassword(
  { ticket, password }: { ticket: string; password?: string | undefined },
  { db }: Public,
): Promise<string | null> {
  const id = password === undefined ? undefined : await ticketHolder(db, ticket);
  const staff = id && (await findStaff(db, { id }));
  if (password === undefined || !staff || !staff.oneTimeUntil) return null;
  return (await isPassword(password, staff.passwordHash)) ? null : hashPassword(password, staff.userName);
}

/** A session, after both steps; a password that was given has to give way to a chosen one. Tickets are void afterwards. */
async function letIn(context: Public, staff: StaffRow, chosen: string | null) {
  const { db, address, userAgent, now, isBrowser, setSession, audit } = context;
  if (staff.oneTimeUntil) {
    if (chosen === null) throw new Refusal('INPUT_INVALID', { fields: [{ field: 'password', message: '' }] });
    await setPassword(db, staff.id, { passwordHash: chosen, oneTimeUntil: null });
  }
  await dropTickets(db, staff.id);
  await markSeen(db, staff.id, now);
  await rememberBrowser(db, { staffId: staff.id, browser: context.browserSha256(), now });
  const session = await beginStaffSession(db, { staffId: staff.id, address, userAgent, now });
  setSession(session);
  audit({ staffId: staff.id });
  return { token: isBrowser ? null : session.token, expiresAt: session.expiresAt.toISOString() };
}

/** One try of a ticket, and whose it is. @throws Refusal TICKET_INVALID */
async function spendTry({ db, now }: Pick<Context, 'db' | 'now'>, ticket: string, purpose: TicketPurpose) {
  const staff = await holderOf(db, ticket);
  const taken = await takeTry(db, { ticket, purpose, now });
  if (!taken) throw new Refusal('TICKET_INVALID');
  return { staff, totpSealed: taken.totpSealed };
}

/** To whom nothing else happens until the end. @throws Refusal TICKET_INVALID */
async function holderOf(db: Client, ticket: string): Promise<StaffRow> {
  const id = await ticketHolder(db, ticket);
  const staff = id && (await findStaff(db, { id }, 'for update'));
  if (!staff || staff.disabledAt) throw new Refusal('TICKET_INVALID');
  return staff;
}

export async function staffLogout(_input: unknown, { db, caller, setSession }: Staff) {
  await endStaffSession(db, caller.tokenSha256);
  setSession(null);
  return null;
}

export async function staffMe(_input: unknown, { db, caller }: Staff) {
  const { id, userName, name, role, language } = await self(db, caller);
  return { staffId: id, userName, name, role, language, recoveryCodesLeft: await countRecoveryCodes(db, id) };
}

export async function proveStaff({ code }: InputOf<Calls['proveStaff']>, context: Staff) {
  const { db, caller, now } = context;
  await showFactor(working(context), await self(db, caller, 'for update'), code);
  await markProven(db, caller.tokenSha256, now);
  return { validSeconds: provenMs / 1000 };
}

/** Before what is dangerous. @throws Refusal PROVE_AGAIN when the second factor was shown too long ago */
export async function requireProof({ db, caller, now }: Pick<Staff, 'db' | 'caller' | 'now'>): Promise<void> {
  const at = await provenAt(db, caller.tokenSha256);
  if (!at || now.getTime() - at.getTime() > provenMs) throw new Refusal('PROVE_AGAIN');
}

/** The password as it was compared, and the hash of the next one; null where the old one was wrong. */
interface NextPassword {
  before: string;
  passwordHash: string | null;
}

export const changeStaffPassword = {
  async prepare(input: InputOf<Calls['changeStaffPassword']>, context: Staff): Promise<NextPassword> {
    await requireProof(context);
    const { passwordHash: before, userName } = await self(context.db, context.caller);
    const isRight = await isPassword(input.oldPassword, before);
    return { before, passwordHash: isRight ? await hashPassword(input.password, userName) : null };
  },
  async change(_input: unknown, { db, caller }: Staff, { before, passwordHash }: NextPassword) {
    const staff = await self(db, caller, 'for update');
    if (passwordHash === null || staff.passwordHash !== before) throw new Refusal('OLD_PASSWORD_WRONG');
    await setPassword(db, staff.id, { passwordHash, oneTimeUntil: null });
    await endStaffSessions(db, staff.id, caller.tokenSha256);
    return null;
  },
};

export async function beginStaffFactor(_input: unknown, context: Staff) {
  const { db, caller, now } = context;
  await requireProof(context);
  const staff = await self(db, caller);
  const begun = await newTicket(db, staff.id, 'change', now);
  return { ...begun, ...(await enrolment(working(context), { ticket: begun.ticket, staff })) };
}

export async function confirmStaffFactor({ ticket, code }: InputOf<Calls['confirmStaffFactor']>, context: Staff) {
  const { db, caller } = context;
  const { staff, totpSealed: sealed } = await spendTry(context, ticket, 'change');
  if (staff.id !== caller.staffId) throw new Refusal('TICKET_INVALID');
  const recoveryCodes = await putInPlace(working(context), { staffId: staff.id, sealed, code });
  await dropTickets(db, staff.id);
  await endStaffSessions(db, staff.id, caller.tokenSha256);
  return { recoveryCodes };
}

async function self(db: Client, { staffId }: Staff['caller'], lock: '' | 'for update' = ''): Promise<StaffRow> {
  const staff = await findStaff(db, { id: staffId }, lock);
  if (!staff) throw new Refusal('SESSION_INVALID');
  return staff;
}

export const hasStaff = async (db: Client, userName: string): Promise<boolean> =>
  (await findStaff(db, { userName })) !== undefined;

/** To whom nothing else happens until the end. @throws Refusal NOT_FOUND */
export async function staffOf(db: Client, staffId: string): Promise<StaffRow> {
  const staff = await findStaff(db, { id: staffId }, 'for update');
  if (!staff) throw new Refusal('NOT_FOUND');
  return staff;
}

/** Sessions end at once, and what stands between two steps is void; a password that is given takes the place of the old one. */
export async function leaveConsole(
  db: Client,
  staffId: string,
  given?: { passwordHash: string; oneTimeUntil: Date },
): Promise<void> {
  if (given) await setPassword(db, staffId, given);
  await dropTickets(db, staffId);
  await endStaffSessions(db, staffId);
}
