import { z } from 'zod';
import { AccountCode } from '../shared/names.ts';
import { Permission, Scope } from '../shared/rights.ts';
import { InvitationState, MemberState } from './states.ts';

/** A member of the account. */
export const Member = z.strictObject({
  userId: z.string(),
  /** `sub`: a sub-account that signs in itself; `seat`: an invited user with an account of their own. */
  kind: z.enum(['sub', 'seat']),
  name: z.string(),
  /** Null for a seat. */
  loginName: z.string().nullable(),
  /** `138****1234`; null for a seat whose user no longer exists. */
  phone: z.string().nullable(),
  permissions: z.array(Permission),
  scope: Scope,
  spendingLimitCents: z.int().nullable(),
  /** In the calendar month, in UTC+8; held amounts are included. */
  spentCents: z.int(),
  state: MemberState,
  createdAt: z.iso.datetime(),
  /** Null if the member never signed in. */
  seenAt: z.iso.datetime().nullable(),
});
export type Member = z.infer<typeof Member>;

/** An invitation as shown to the inviting account. */
export const SentInvitation = z.strictObject({
  id: z.string(),
  /** Masked until the user has joined. */
  name: z.string(),
  /** Null if the user no longer exists. */
  phone: z.string().nullable(),
  permissions: z.array(Permission),
  scope: Scope,
  state: InvitationState,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type SentInvitation = z.infer<typeof SentInvitation>;

/** An invitation as shown to the invited user. */
export const ReceivedInvitation = z.strictObject({
  id: z.string(),
  accountName: z.string(),
  permissions: z.array(Permission),
  scope: Scope,
  expiresAt: z.iso.datetime(),
});
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>;

/** A login that the user may act as. */
export const Identity = z.strictObject({
  userId: z.string(),
  /** `own`: the user; `sub`: a sub-account of their account; `seat`: their seat in another account. */
  kind: z.enum(['own', 'sub', 'seat']),
  name: z.string(),
  /** Name that a sub-account signs in with; null if it has none. */
  loginName: z.string().nullable(),
  accountId: z.string(),
  accountName: z.string(),
  accountCode: AccountCode,
  isCurrent: z.boolean(),
});
export type Identity = z.infer<typeof Identity>;

/** An open offer that a member takes over the account. */
export const Handover = z.strictObject({
  accountName: z.string(),
  /** The holder who offers, and the member who is to take over. */
  holder: z.strictObject({ userId: z.string(), name: z.string() }),
  successor: z.strictObject({ userId: z.string(), name: z.string() }),
  expiresAt: z.iso.datetime(),
});
export type Handover = z.infer<typeof Handover>;

/** An entry of the account's activity log. */
export const AuditEntry = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  event: z.string(),
  /** The person who signed in; null if unknown. Masked if they don't belong to the account. */
  person: z.strictObject({ userId: z.string(), name: z.string() }).nullable(),
  /** The login acted as; null if it was their own. */
  actedAs: z.strictObject({ userId: z.string(), name: z.string() }).nullable(),
  /** Null for events from outside the account. */
  address: z.string().nullable(),
  /** The attempt was refused; nothing changed. */
  isRefused: z.boolean(),
  /** For events about a person: their name. */
  about: z.string().nullable(),
  /** For events about an attestation: its number. */
  ano: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
