import { z } from 'zod';
import type { Word } from './words.ts';

/** Permissions of a member. The holder has all of them. */
export const permissions = ['evidence', 'preserve', 'addresses', 'billing'] as const;
/** Something a member can be permitted to do. */
export const Permission = z.enum(permissions);
export type Permission = z.infer<typeof Permission>;

/** Words for permissions. */
export const permissionWords: Record<Permission, Word> = {
  evidence: ['查看和下载本账号的全部存证', 'View and download all evidence of the account'],
  preserve: ['发起、确认和管理存证', 'Create, confirm and manage attestations'],
  addresses: ['管理地址簿', 'Manage address book'],
  billing: [
    '查看余额与账户明细，充值、购买套餐和申请发票',
    'View balance and transactions, top up, buy packages and apply for invoices',
  ],
};

/** Short names of permissions, for lists. */
export const permissionShortWords: Record<Permission, Word> = {
  evidence: ['查看存证', 'View evidence'],
  preserve: ['发起存证', 'Preserve'],
  addresses: ['地址簿', 'Address book'],
  billing: ['费用', 'Billing'],
};

/** Roles of staff. A notary handles matters; an operator runs the platform. */
export const staffRoles = ['notary', 'operator'] as const;
/** Role of a staff member. */
export const StaffRole = z.enum(staffRoles);
export type StaffRole = z.infer<typeof StaffRole>;
