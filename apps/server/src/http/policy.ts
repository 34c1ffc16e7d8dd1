import type { Call, Permission } from '@proofkeep/contract';
import type { Caller, StaffCaller } from './caller.ts';

type AnyCaller = Caller | StaffCaller;

export const isStaff = (caller: AnyCaller): caller is StaffCaller => 'staffId' in caller;
export const idOf = (caller: AnyCaller): string => (isStaff(caller) ? caller.staffId : caller.loginId);

/**
 * Whoever knows a password that another set is perhaps that other: until the person has chosen one of his own he may do
 * nothing but that, whatever he signed in with (OWASP ASVS 5.0, 6.4.1).
 */
export const isTooEarly = (call: Call, caller: AnyCaller): boolean =>
  !isStaff(caller) && caller.hasGivenPassword && call.beforeOwnPassword !== true;

/** Who may make which call; what of it is his own the feature says. */
export function mayCall(call: Call, caller: AnyCaller): boolean {
  if (call.who === 'public') return true;
  if (isStaff(caller)) return call.who === 'staff' || call.who === caller.role;
  if (call.who === 'staff' || call.who === 'operator') return false;
  if (caller.role === 'main') return true;
  return call.who === 'user' && (call.needs === undefined || may(caller, call.needs));
}

/** Who holds the account may everything, a member what he was let to. */
export const may = ({ role, permissions }: Caller, permission: Permission): boolean =>
  role === 'main' || permissions.includes(permission);

/** The holder, and members with the billing permission, see the account's money; other members only what they spent. */
export const maySeeBalance = (caller: Caller): boolean => may(caller, 'billing');
