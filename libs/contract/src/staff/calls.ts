import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { Language } from '../shared/language.ts';
import { Name } from '../shared/names.ts';
import { StaffRole } from '../shared/rights.ts';
import { UserName } from './user-name.ts';

const time = z.iso.datetime();
const staffId = z.uuid();

const StaffMember = z.strictObject({
  staffId: z.string(),
  userName: z.string(),
  name: z.string(),
  role: StaffRole,
  createdAt: time,
  disabledAt: time.nullable(),
  /** Null before the first sign-in. */
  seenAt: time.nullable(),
  hasSecondFactor: z.boolean(),
  /** End of the one-time password that the staff member has not replaced yet; null if there is none. */
  oneTimeUntil: time.nullable(),
});
/** A staff member as the console lists them. */
export type StaffMember = z.infer<typeof StaffMember>;

/** Returned once; pass it on over another channel. Valid for 72 hours and one sign-in. */
const OneTimePassword = z.strictObject({ staffId: z.string(), oneTimePassword: z.string(), until: time });

const changing = [{ per: 'login', times: 60, seconds: 3_600 }] as const;

/** Records of the calls about staff. */
export const staffCalls = {
  listStaff: call({
    method: 'GET',
    path: '/creditor/console/staff',
    who: 'operator',
    summary: "Lists the console's staff.",
    input: nothing,
    reply: z.strictObject({ list: z.array(StaffMember) }),
  }),
  createStaff: call({
    method: 'POST',
    path: '/creditor/console/staff',
    who: 'operator',
    summary: 'Adds a staff member with a one-time password that must be changed at the first sign-in.',
    input: z.strictObject({
      userName: UserName,
      name: Name,
      role: StaffRole,
      language: Language.default('zh'),
    }),
    reply: OneTimePassword,
    refusals: ['USER_NAME_TAKEN', 'PROVE_AGAIN', 'PASSWORDS_BUSY'],
    limits: changing,
    audit: 'staff.created',
  }),
  resetStaff: call({
    method: 'POST',
    path: '/creditor/console/staff/{staffId}/reset',
    who: 'operator',
    summary:
      "Resets a staff member's sign-in: removes password and second factor, ends all sessions, returns a one-time password.",
    input: z.strictObject({ staffId }),
    reply: OneTimePassword,
    refusals: ['NOT_FOUND', 'NOT_ONESELF', 'PROVE_AGAIN', 'PASSWORDS_BUSY'],
    limits: changing,
    audit: 'staff.reset',
  }),
  disableStaff: call({
    method: 'POST',
    path: '/creditor/console/staff/{staffId}/disable',
    who: 'operator',
    summary: 'Disables a staff member; all their sessions end immediately.',
    input: z.strictObject({ staffId }),
    reply: nil,
    refusals: ['NOT_FOUND', 'NOT_ONESELF', 'LAST_OPERATOR', 'STATE_FORBIDS', 'PROVE_AGAIN'],
    limits: changing,
    audit: 'staff.disabled',
  }),
  enableStaff: call({
    method: 'POST',
    path: '/creditor/console/staff/{staffId}/enable',
    who: 'operator',
    summary: 'Enables a staff member.',
    input: z.strictObject({ staffId }),
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS', 'PROVE_AGAIN'],
    limits: changing,
    audit: 'staff.enabled',
  }),
};
