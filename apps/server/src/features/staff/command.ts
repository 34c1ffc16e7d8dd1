import type { Language, StaffRole } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import { writeCommandAudit } from '../../http/audit.ts';
import { Refusal } from '../../kit/refusal.ts';
import { newOneTimePassword, resetAccess, setMemberDisabled } from './access.ts';
import { findStaff, insertStaff, lockOperators, lockStaff, type StaffRow } from './store.ts';

/** Dependencies of `proofkeep staff`. Anyone who owns the installation's files may run it. */
export interface StaffCommand {
  database: Database;
  now: Date;
  /** The operating-system user who ran it, for the audit trail. */
  osUser: string;
}

export interface NewMember {
  userName: string;
  name: string;
  role: StaffRole;
  language: Language;
}

/** A password to hand over; it can't be read again. */
export interface IssuedPassword {
  oneTimePassword: string;
  until: Date;
}

/**
 * Adds a staff member. Repeating it changes nothing. @returns null if the member already exists @throws Refusal
 * USER_NAME_TAKEN by a member with another role
 */
export async function addMember(
  { database, now, osUser }: StaffCommand,
  member: NewMember,
): Promise<IssuedPassword | null> {
  const issued = await newOneTimePassword(member.userName, now);
  return database.transaction(async (db) => {
    const { passwordHash, oneTimeUntil } = issued;
    const staffId = await insertStaff(db, { ...member, passwordHash, oneTimeUntil });
    if (!staffId) {
      const there = await findStaff(db, { userName: member.userName });
      if (there?.role !== member.role) throw new Refusal('USER_NAME_TAKEN');
      return null;
    }
    const subject = { about: staffId, userName: member.userName, role: member.role };
    await writeCommandAudit(db, { event: 'staff.created', osUser, subject });
    return { oneTimePassword: issued.oneTimePassword, until: oneTimeUntil };
  });
}

/** Replaces a member's password and removes their second factor. @throws Refusal NOT_FOUND */
export async function resetMember({ database, now, osUser }: StaffCommand, userName: string): Promise<IssuedPassword> {
  const issued = await newOneTimePassword(userName, now);
  await database.transaction(async (db) => {
    const { id } = await lockMember(db, userName);
    await resetAccess(db, id, issued);
    await writeCommandAudit(db, { event: 'staff.reset', osUser, subject: { about: id, userName } });
  });
  return { oneTimePassword: issued.oneTimePassword, until: issued.oneTimeUntil };
}

/**
 * Disables or enables a member. Repeating it changes nothing.
 * @returns false if nothing changed
 * @throws Refusal NOT_FOUND, LAST_OPERATOR
 */
export function setMemberAccess(
  { database, now, osUser }: StaffCommand,
  userName: string,
  isDisabled: boolean,
): Promise<boolean> {
  return database.transaction(async (db) => {
    const operators = await lockOperators(db);
    const { id, disabledAt } = await lockMember(db, userName);
    if ((disabledAt !== null) === isDisabled) return false;
    await setMemberDisabled(db, { staffId: id, at: isDisabled ? now : null, operators });
    const event = isDisabled ? 'staff.disabled' : 'staff.enabled';
    await writeCommandAudit(db, { event, osUser, subject: { about: id, userName } });
    return true;
  });
}

/** @throws Refusal NOT_FOUND */
async function lockMember(db: Client, userName: string): Promise<StaffRow> {
  const found = await findStaff(db, { userName });
  const member = found && (await lockStaff(db, found.id));
  if (!member) throw new Refusal('NOT_FOUND');
  return member;
}
