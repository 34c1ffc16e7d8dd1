import { z } from 'zod';
import type { Word } from './words.ts';

/** Permissions of a member, by service. The holder has all of them; members themselves are managed by the holder alone. */
export const permissions = ['preserve', 'evidence', 'matters', 'billing', 'invoices', 'addresses'] as const;
/** Something a member can be permitted to do. */
export const Permission = z.enum(permissions);
export type Permission = z.infer<typeof Permission>;

/** The right to preserve includes the right to see: a preview must be opened to be confirmed. */
const included: Partial<Record<Permission, Permission>> = { preserve: 'evidence' };

/** The permission that includes this one; undefined if there is none. */
export const includedBy = (permission: Permission): Permission | undefined =>
  permissions.find((one) => included[one] === permission);

/** Adds the permissions that the given ones include; each once, in the order of `permissions`. */
export const withIncluded = (granted: readonly Permission[]): Permission[] =>
  permissions.filter((one) => granted.includes(one) || granted.some((other) => included[other] === one));

/** Words for permissions. */
export const permissionWords: Record<Permission, Word> = {
  preserve: ['发起、确认和管理存证（含查看）', 'Create, confirm and manage attestations (includes viewing)'],
  evidence: ['查看和下载存证', 'View and download evidence'],
  matters: ['办理公证', 'Notarization'],
  billing: ['查看余额与账户明细，充值和购买套餐', 'View balance and transactions, top up and buy packages'],
  invoices: ['申请发票和管理发票抬头', 'Apply for invoices and manage billing details'],
  addresses: ['管理地址簿', 'Manage address book'],
};

/** Short names of permissions, for lists. */
export const permissionShortWords: Record<Permission, Word> = {
  preserve: ['发起存证', 'Preserve'],
  evidence: ['查看存证', 'View evidence'],
  matters: ['办理公证', 'Notarization'],
  billing: ['费用', 'Billing'],
  invoices: ['发票', 'Invoices'],
  addresses: ['地址簿', 'Address book'],
};

/** Which evidence of the account a member sees and handles: what they submitted themselves, or everything. */
export const scopes = ['own', 'all'] as const;
/** Scope of a member. */
export const Scope = z.enum(scopes);
export type Scope = z.infer<typeof Scope>;

/** Words for scopes. */
export const scopeWords: Record<Scope, Word> = {
  own: ['仅本人的存证', 'Their own evidence only'],
  all: ['本账号的全部存证', 'All evidence of the account'],
};

/** Roles of staff. A notary handles matters; an operator runs the platform. */
export const staffRoles = ['notary', 'operator'] as const;
/** Role of a staff member. */
export const StaffRole = z.enum(staffRoles);
export type StaffRole = z.infer<typeof StaffRole>;
