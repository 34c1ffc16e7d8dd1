import { type Call, isForSessionsOnly, type Permission } from '@proofkeep/contract';
import type { AnyCaller, Caller, PartyCaller, StaffCaller } from './caller.ts';

export const isStaff = (caller: AnyCaller): caller is StaffCaller => 'staffId' in caller;
export const isParty = (caller: AnyCaller): caller is PartyCaller => 'partyId' in caller;
export const isUser = (caller: AnyCaller): caller is Caller => 'loginId' in caller;
export const idOf = (caller: AnyCaller): string => {
  if (isStaff(caller)) return caller.staffId;
  return isParty(caller) ? caller.partyId : caller.loginId;
};

/**
 * A password that another user set is known to both, so the person must choose their own before any other call, however
 * they signed in (OWASP ASVS 5.0, 6.4.1).
 */
export const mustChoosePasswordFirst = (call: Call, caller: AnyCaller): boolean =>
  isUser(caller) && caller.mustChoosePassword && call.beforeOwnPassword !== true;

/** A token that left the browser must not give access to what the session itself can do. */
export const isBeyondToken = (call: Call, caller: AnyCaller): boolean =>
  isUser(caller) && caller.isForPrograms && isForSessionsOnly(call);

/** Whether the caller may make the call at all. Features check who owns the object. */
export function mayCall(call: Call, caller: AnyCaller): boolean {
  if (call.who === 'public') return true;
  if (isStaff(caller)) return call.who === 'staff' || call.who === caller.role;
  if (isParty(caller)) return call.who === 'party';
  if (call.who !== 'user' && call.who !== 'main') return false;
  if (caller.role === 'main') return true;
  return call.who === 'user' && (call.needs === undefined || may(caller, call.needs));
}

/** The holder has every permission; a member has those granted. */
export const may = ({ role, permissions }: Caller, permission: Permission): boolean =>
  role === 'main' || permissions.includes(permission);

/** The holder, and members with the billing permission, see the account's money; other members only what they spent. */
export const maySeeBalance = (caller: Caller): boolean => may(caller, 'billing');

/** Evidence that a caller sees: an account's, or only what one login of it submitted. Every read of attestations takes one. */
export interface EvidenceScope {
  accountId: string;
  /** Null: everything of the account. */
  loginId: string | null;
}

export const scopeOf = ({ accountId, loginId, scope }: Caller): EvidenceScope => ({
  accountId,
  loginId: scope === 'all' ? null : loginId,
});

/** Whether the caller may open attestations of this login of their account. */
export const maySeeEvidenceOf = (caller: Caller, loginId: string): boolean =>
  may(caller, 'evidence') && (caller.scope === 'all' || caller.loginId === loginId);

/** The evidence whose numbers a caller sees in other lists; null: none. */
export const evidenceSeenBy = (caller: Caller): EvidenceScope | null =>
  may(caller, 'evidence') ? scopeOf(caller) : null;
