import { z } from 'zod';
import { AttestationState } from '../attestations/states.ts';
import { call, nil } from '../call.ts';
import { Closing } from '../closing/calls.ts';
import { searchLength, statementLength } from '../shared/limits.ts';
import { listOf, page } from '../shared/lists.ts';
import { Permission, StaffRole } from '../shared/rights.ts';

const time = z.iso.datetime();
const id = z.uuid();
/** Reason, kept in the audit trail and shown in the console. */
const Reason = z.string().trim().min(statementLength.min).max(statementLength.max);

/** When and why a user was barred, and by whom. */
const Barred = z.strictObject({ at: time, reason: z.string(), by: z.string() });

const Person = z.strictObject({
  loginId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  name: z.string(),
  role: z.enum(['main', 'sub']),
  /** `138****1234`; null for a seat in another account. */
  phone: z.string().nullable(),
  /** The second sign-in name of a sub-account. */
  loginName: z.string().nullable(),
  /** Verified mail address. */
  email: z.string().nullable(),
  registeredAt: time,
  /** Disabled by the account's holder. */
  isDisabled: z.boolean(),
  /** Disabled by the console: the login, or the whole account. */
  isBarred: z.boolean(),
});
/** A user as the console shows them. */
export type Person = z.infer<typeof Person>;

const Session = z.strictObject({ address: z.string(), userAgent: z.string(), beganAt: time, seenAt: time });

const Login = z.strictObject({
  ...Person.omit({ accountId: true, accountName: true, isBarred: true }).shape,
  permissions: z.array(Permission),
  barred: Barred.nullable(),
  /** Latest first, at most 20. */
  sessions: z.array(Session),
});

/** An account as the console shows it. */
export const AccountPage = z.strictObject({
  accountId: z.string(),
  name: z.string(),
  createdAt: time,
  barred: Barred.nullable(),
  /** The holder's latest request to close it; null if there is none. */
  closing: Closing.nullable(),
  /** Number of attestations by state. */
  attestations: z.array(z.strictObject({ state: AttestationState, count: z.int() })),
  /** The holder first, then members by name. */
  logins: z.array(Login),
});
export type AccountPage = z.infer<typeof AccountPage>;

/** One row of the audit trail. */
export const TrailEvent = z.strictObject({
  /** Increases with every event. */
  id: z.string(),
  at: time,
  event: z.string(),
  /** The acting person; null without a sign-in. */
  by: z
    .strictObject({
      kind: z.enum(['login', 'staff']),
      id: z.string(),
      name: z.string(),
      /** Null unless it was a staff member. */
      role: StaffRole.nullable(),
      /** The login they acted as, if it was another. */
      actingAs: z.string().nullable(),
    })
    .nullable(),
  accountId: z.string().nullable(),
  accountName: z.string().nullable(),
  address: z.string(),
  traceId: z.string(),
  subject: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type TrailEvent = z.infer<typeof TrailEvent>;

/** An event (`session.begun`), or all events of a kind (`session`). */
const EventName = z
  .string()
  .trim()
  .regex(/^[a-z-]+(\.[a-z-]+)?$/, 'eventName');

const changing = [{ per: 'login', times: 120, seconds: 3_600 }] as const;

/** Records of the calls about people. */
export const peopleCalls = {
  findPeople: call({
    method: 'POST',
    path: '/creditor/console/people',
    who: 'operator',
    summary:
      'Finds logins by name of a person, account or certified company, credit code, login name, mail address, phone (or its last four or more digits) or attestation number, the best matches first.',
    input: z.strictObject({ search: z.string().trim().max(searchLength).default(''), ...page }),
    reply: listOf(Person),
    audit: 'people.searched',
  }),
  lookAtAccount: call({
    method: 'POST',
    path: '/creditor/console/people/{accountId}',
    who: 'operator',
    summary: 'Returns an account with its logins, sessions and number of attestations.',
    input: z.strictObject({ accountId: id }),
    reply: AccountPage,
    refusals: ['NOT_FOUND'],
    audit: 'account.looked-at',
  }),
  barAccount: call({
    method: 'POST',
    path: '/creditor/console/people/{accountId}/bar',
    who: 'operator',
    summary: 'Disables an account; all its sessions end immediately.',
    input: z.strictObject({ accountId: id, reason: Reason }),
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS', 'PROVE_AGAIN'],
    limits: changing,
    audit: 'account.barred',
  }),
  unbarAccount: call({
    method: 'POST',
    path: '/creditor/console/people/{accountId}/unbar',
    who: 'operator',
    summary: 'Enables an account.',
    input: z.strictObject({ accountId: id, reason: Reason }),
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS', 'PROVE_AGAIN'],
    limits: changing,
    audit: 'account.unbarred',
  }),
  barLogin: call({
    method: 'POST',
    path: '/creditor/console/logins/{loginId}/bar',
    who: 'operator',
    summary: 'Disables a login, also where it acts for other accounts; its sessions end immediately.',
    input: z.strictObject({ loginId: id, reason: Reason }),
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS', 'PROVE_AGAIN'],
    limits: changing,
    audit: 'login.barred',
  }),
  unbarLogin: call({
    method: 'POST',
    path: '/creditor/console/logins/{loginId}/unbar',
    who: 'operator',
    summary: 'Enables a login.',
    input: z.strictObject({ loginId: id, reason: Reason }),
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS', 'PROVE_AGAIN'],
    limits: changing,
    audit: 'login.unbarred',
  }),
  readTrail: call({
    method: 'POST',
    path: '/creditor/console/trail',
    who: 'operator',
    summary: 'Lists the audit log, newest first.',
    input: z.strictObject({
      accountId: id.optional(),
      /** The login of the person, or the one they acted as. */
      loginId: id.optional(),
      staffId: id.optional(),
      event: EventName.optional(),
      address: z.string().trim().max(searchLength).optional(),
      traceId: z.string().trim().max(searchLength).optional(),
      since: time.optional(),
      until: time.optional(),
      /** `nextCursor` of the previous page. */
      cursor: z
        .string()
        .regex(/^\d{1,18}$/, 'cursor')
        .optional(),
      size: page.size.default(50),
    }),
    reply: z.strictObject({ list: z.array(TrailEvent), nextCursor: z.string().nullable() }),
    audit: 'trail.read',
  }),
};
