import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { Password, Phone, TextCode } from '../identity/credentials.ts';
import { SignedIn } from '../identity/sessions.ts';
import { Sent, Solved, sending, sendingRefusals } from '../identity/text-codes.ts';
import { isPhone, normalizePhone } from '../identity/typed-credentials.ts';
import { mostSpendingLimitCents, searchLength } from '../shared/limits.ts';
import { count, listOf, page, several } from '../shared/lists.ts';
import { Name } from '../shared/names.ts';
import { Permission, permissions, Scope, withIncluded } from '../shared/rights.ts';
import { LoginName } from './login-name.ts';
import { AuditEntry, Handover, Identity, Member, ReceivedInvitation, SentInvitation } from './member.ts';

const Id = z.uuid();

/** Monthly spending limit of a member in cents; null: no limit. */
const SpendingLimitCents = z.union([
  z.null(),
  // An empty text means no limit, not a limit of zero.
  z.literal('').transform(() => null),
  count.min(0).max(mostSpendingLimitCents),
]);

const Permissions = several(Permission, permissions.length)
  .or(z.tuple([]))
  .transform((given) => withIncluded(given as Permission[]));

const granted = {
  permissions: Permissions.default([]),
  scope: Scope.default('own'),
  spendingLimitCents: SpendingLimitCents.default(null),
};

/** A whole phone number is found in any notation. */
const normalizeSearch = (typed: string): string => (isPhone(typed) ? normalizePhone(typed) : typed);

/** Records of the calls about members. */
export const memberCalls = {
  findByPhone: call({
    method: 'POST',
    path: '/creditor/user/api/v1/user/info/phone',
    who: 'main',
    summary: 'Finds a registered user by phone, to invite them: masked name, or null.',
    input: z.strictObject({ phone: Phone }),
    reply: z.strictObject({ found: z.strictObject({ name: z.string(), phone: z.string() }).nullable() }),
    limits: [
      { per: 'login', times: 20, seconds: 86_400, together: 'phone look-ups' },
      { per: 'address', times: 60, seconds: 86_400, together: 'phone look-ups' },
    ],
    audit: 'person.searched',
  }),
  invitedList: call({
    method: 'GET',
    path: '/creditor/user/invited/list',
    who: 'main',
    summary: 'Lists invitations sent by this account, newest first.',
    input: z.strictObject(page),
    reply: listOf(SentInvitation),
  }),
  invite: call({
    method: 'POST',
    path: '/creditor/members/invitation',
    who: 'main',
    summary: 'Invites a registered user, also by text message; the invitation is valid for seven days.',
    input: z.strictObject({ phone: Phone, ...granted }),
    reply: z.strictObject({ id: z.string(), expiresAt: z.iso.datetime() }),
    refusals: ['CONFIRM_FIRST', 'PERSON_UNKNOWN', 'MEMBER_ALREADY', 'INVITED_ALREADY'],
    limits: [{ per: 'login', times: 20, seconds: 86_400 }],
    audit: 'invitation.sent',
  }),
  withdraw: call({
    method: 'POST',
    path: '/creditor/members/invitation/{id}/withdraw',
    who: 'main',
    summary: 'Withdraws an unanswered invitation.',
    input: z.strictObject({ id: Id }),
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS'],
    audit: 'invitation.withdrawn',
  }),
  invitationsToMe: call({
    method: 'GET',
    path: '/creditor/members/invitation/mine',
    who: 'user',
    summary: 'Lists open invitations to the signed-in user.',
    input: nothing,
    reply: z.strictObject({ list: z.array(ReceivedInvitation) }),
  }),
  accept: call({
    method: 'POST',
    path: '/creditor/members/invitation/{id}/accept',
    who: 'user',
    of: 'person',
    summary: 'Accepts an invitation: the signed-in user gets a seat in the account.',
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({ userId: z.string() }),
    refusals: ['NOT_FOUND', 'STATE_FORBIDS', 'INVITATION_EXPIRED'],
    audit: 'invitation.accepted',
  }),
  decline: call({
    method: 'POST',
    path: '/creditor/members/invitation/{id}/decline',
    who: 'user',
    of: 'person',
    summary: 'Declines an invitation.',
    input: z.strictObject({ id: Id }),
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS', 'INVITATION_EXPIRED'],
    audit: 'invitation.declined',
  }),
  leave: call({
    method: 'POST',
    path: '/creditor/members/seat/{userId}/leave',
    who: 'user',
    of: 'person',
    summary: 'Leaves another account; sessions acting as that seat end.',
    input: z.strictObject({ userId: Id }),
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS'],
    audit: 'seat.left',
  }),
  sendMemberCode: call({
    method: 'POST',
    path: '/creditor/sub/send/code',
    who: 'main',
    summary: "Sends the code that verifies a sub-account's phone, valid for this account only.",
    input: z.strictObject({ phone: Phone, ...Solved }),
    reply: Sent,
    refusals: ['CHALLENGE_UNSOLVED', 'INVITE_INSTEAD', 'MEMBER_ALREADY', ...sendingRefusals],
    // The refusal reveals whether a phone is registered, like `findByPhone` does, so both count towards the same limit.
    limits: [
      ...sending,
      { per: 'login', times: 50, seconds: 86_400 },
      { per: 'login', times: 20, seconds: 86_400, of: 'failures', together: 'phone look-ups' },
      { per: 'address', times: 60, seconds: 86_400, of: 'failures', together: 'phone look-ups' },
    ],
    audit: 'code.sent',
  }),
  createMember: call({
    method: 'POST',
    path: '/creditor/user/sub',
    who: 'main',
    summary:
      'Creates a sub-account whose phone was verified by code, and texts it the login name and where to sign in.',
    input: z.strictObject({ phone: Phone, code: TextCode, name: Name, loginName: LoginName, ...granted }),
    reply: z.strictObject({ userId: z.string(), loginName: z.string(), signInUrl: z.url() }),
    refusals: ['CONFIRM_FIRST', 'CODE_INVALID', 'PHONE_TAKEN', 'LOGIN_NAME_TAKEN'],
    limits: [{ per: 'login', times: 100, seconds: 86_400 }],
    audit: 'member.created',
  }),
  setMemberPassword: call({
    method: 'POST',
    path: '/creditor/user/sub/pwd',
    who: 'main',
    summary: 'Sets the password of a sub-account and ends its sessions.',
    input: z.strictObject({ userId: Id, password: Password }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND', 'PASSWORD_COMMON', 'PASSWORDS_BUSY'],
    limits: [{ per: 'login', times: 60, seconds: 3_600 }],
    audit: 'member.password-set',
  }),
  memberList: call({
    method: 'GET',
    path: '/creditor/user/sub/info/list',
    who: 'main',
    summary: 'Lists sub-accounts and seats with state, permissions, scope and limit.',
    input: z.strictObject({
      ...page,
      search: z.string().trim().max(searchLength).overwrite(normalizeSearch).default(''),
    }),
    reply: listOf(Member),
  }),
  editMember: call({
    method: 'PUT',
    path: '/creditor/members/{userId}',
    who: 'main',
    summary: "Changes a member's name, permissions, scope or limit. Fields left out stay unchanged.",
    input: z.strictObject({
      userId: Id,
      name: Name.optional(),
      permissions: Permissions.optional(),
      scope: Scope.optional(),
      spendingLimitCents: SpendingLimitCents.optional(),
    }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND'],
    audit: 'member.edited',
  }),
  disableMember: call({
    method: 'POST',
    path: '/creditor/members/{userId}/disable',
    who: 'main',
    summary: 'Disables a member; their sessions end immediately.',
    input: z.strictObject({ userId: Id }),
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS'],
    audit: 'member.disabled',
  }),
  enableMember: call({
    method: 'POST',
    path: '/creditor/members/{userId}/enable',
    who: 'main',
    summary: 'Enables a disabled member.',
    input: z.strictObject({ userId: Id }),
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS'],
    audit: 'member.enabled',
  }),
  removeMember: call({
    method: 'DELETE',
    path: '/creditor/members/{userId}',
    who: 'main',
    summary:
      'Deletes a member: their sessions end, and the phone of a sub-account is free again. What they submitted stays with the account.',
    input: z.strictObject({ userId: Id }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND', 'STATE_FORBIDS'],
    audit: 'member.removed',
  }),
  changeMemberPhone: call({
    method: 'PUT',
    path: '/creditor/members/{userId}/phone',
    who: 'main',
    summary: "Changes a sub-account's phone by a code sent to the new one; ends its sessions.",
    input: z.strictObject({ userId: Id, phone: Phone, code: TextCode }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND', 'CODE_INVALID', 'PHONE_TAKEN'],
    limits: [{ per: 'login', times: 30, seconds: 3_600 }],
    audit: 'member.phone-changed',
  }),
  handover: call({
    method: 'GET',
    path: '/creditor/members/handover',
    who: 'user',
    summary: 'Returns the open offer to take over the account that the caller made or received.',
    input: nothing,
    reply: z.strictObject({ offer: Handover.nullable() }),
  }),
  offerHandover: call({
    method: 'POST',
    path: '/creditor/members/{userId}/handover',
    who: 'main',
    summary: 'Offers the account to a sub-account, which has seven days to accept.',
    input: z.strictObject({ userId: Id }),
    reply: Handover,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND', 'STATE_FORBIDS', 'HANDOVER_PERSONAL'],
    limits: [{ per: 'login', times: 20, seconds: 86_400 }],
    audit: 'handover.offered',
  }),
  withdrawHandover: call({
    method: 'POST',
    path: '/creditor/members/handover/withdraw',
    who: 'main',
    summary: 'Withdraws the open offer to take over the account.',
    input: nothing,
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS'],
    audit: 'handover.withdrawn',
  }),
  acceptHandover: call({
    method: 'POST',
    path: '/creditor/members/handover/accept',
    who: 'user',
    summary:
      'Takes over the account: the caller becomes its holder, and the holder a member with all permissions, signed out everywhere.',
    input: nothing,
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND', 'STATE_FORBIDS', 'INVITATION_EXPIRED', 'HANDOVER_PERSONAL'],
    audit: 'handover.accepted',
  }),
  declineHandover: call({
    method: 'POST',
    path: '/creditor/members/handover/decline',
    who: 'user',
    summary: 'Declines to take over the account.',
    input: nothing,
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS', 'INVITATION_EXPIRED'],
    audit: 'handover.declined',
  }),
  auditList: call({
    method: 'GET',
    path: '/creditor/members/audit',
    who: 'main',
    summary: "Lists the account's activity, newest first.",
    input: z.strictObject({ ...page, userId: Id.optional() }),
    reply: listOf(AuditEntry),
  }),
  sendPhoneCode: call({
    method: 'POST',
    path: '/creditor/user/sendSMS',
    who: 'user',
    of: 'person',
    summary: "Sends a code to the user's new phone, valid for this user only.",
    input: z.strictObject({ phone: Phone, ...Solved }),
    reply: Sent,
    refusals: ['CHALLENGE_UNSOLVED', ...sendingRefusals],
    limits: [...sending, { per: 'login', times: 10, seconds: 86_400 }],
    audit: 'code.sent',
  }),
  bindPhone: call({
    method: 'POST',
    path: '/creditor/user/bindPhone',
    who: 'user',
    of: 'person',
    summary: "Changes the user's phone by its code after they confirmed their identity; ends all other sessions.",
    input: z.strictObject({ phone: Phone, code: TextCode }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'CODE_INVALID', 'PHONE_TAKEN'],
    limits: [{ per: 'login', times: 30, seconds: 3_600 }],
    audit: 'phone.bound',
  }),
  identities: call({
    method: 'GET',
    path: '/creditor/login/switch/list',
    who: 'user',
    summary: 'Lists identities the user can switch to; while acting as another, only their own.',
    input: z.strictObject(page),
    reply: listOf(Identity),
  }),
  switchTo: call({
    method: 'POST',
    path: '/creditor/login/switch/{userId}',
    who: 'user',
    needsSession: true,
    summary: 'Switches to that identity, or back: returns a new token, and the old one stops working.',
    input: z.strictObject({ userId: Id }),
    reply: SignedIn,
    refusals: ['NOT_FOUND', 'SWITCH_BACK_FIRST'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: 'identity.switched',
  }),
};
