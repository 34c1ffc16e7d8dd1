import { z } from 'zod';
import { NodePlace } from '../attestations/second-record.ts';
import { AttestationState } from '../attestations/states.ts';
import { call, nil, nothing } from '../call.ts';
import { captureFailures } from '../capture/failures.ts';
import { Password } from '../identity/credentials.ts';
import { failing } from '../identity/sessions.ts';
import { Language } from '../shared/language.ts';
import { accountNameLength } from '../shared/limits.ts';
import { listOf, page } from '../shared/lists.ts';
import { StaffRole } from '../shared/rights.ts';
import type { Word } from '../shared/words.ts';

/** Words for the roles of staff. */
export const staffRoleWords: Record<StaffRole, Word> = {
  notary: ['公证员', 'Notary'],
  operator: ['运营人员', 'Operator'],
};

/** Six digits of an authenticator, or a recovery code; blanks, hyphens and case are ignored. */
const SecondFactor = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, 'secondFactor'));
const AuthenticatorCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'sixDigits'));
const Ticket = z.string().min(1).max(64);
const time = z.iso.datetime();

/** A browser gets the session in a cookie of the console that scripts can't read, so its `token` is null. */
const StaffSignedIn = z.strictObject({ token: z.string().nullable(), expiresAt: time });
/** Shown once; each replaces one authenticator code. */
const RecoveryCodes = z.array(z.string());

/** The secret for an authenticator: as text to type, and as the URL in the QR code. */
const Enrolment = z.strictObject({
  /** Base32 (RFC 4648 §6). */
  secret: z.string(),
  /** `otpauth://totp/…` (Key Uri Format). */
  uri: z.string(),
});

const proving = [{ per: 'login', times: 30, seconds: 3_600 }] as const;

/** Counts of captures in the overview. All but the first two are of the last 24 hours. */
export const captureCounts = ['queuing', 'capturing', 'succeeded', 'failed', 'failedAttempts'] as const;
/** A count of captures in the overview. */
export type CaptureCount = (typeof captureCounts)[number];

/** A capture as shown to operators: its account and state, not its content. */
const ConsoleCapture = z.strictObject({
  ano: z.string(),
  state: AttestationState,
  /** Null for a local capture of the command line. */
  accountId: z.string().nullable(),
  accountName: z.string().nullable(),
  attempt: z.int(),
  /** When it entered its state; for a failed attempt, when that failed. */
  at: time,
  /** Why it, or its attempt, failed. */
  code: z.enum(captureFailures).nullable(),
  /** For an attempt that failed because of the platform: its node, and the id under which the logs have the cause. */
  node: z.string().nullable(),
  traceId: z.string().nullable(),
});
/** A capture as operators see it. */
export type ConsoleCapture = z.infer<typeof ConsoleCapture>;

/** Records of the calls of the console's own session. */
export const consoleCalls = {
  staffLogin: call({
    method: 'POST',
    path: '/creditor/console/login',
    who: 'public',
    summary: 'First step of console sign-in: username and password give a ticket for the second step, no session.',
    input: z.strictObject({
      userName: z.string().trim().min(1).max(accountNameLength),
      password: z.string().min(1).max(128),
    }),
    reply: z.strictObject({
      ticket: z.string(),
      validSeconds: z.int(),
      /** `enrol`: no second factor is set up yet. */
      next: z.enum(['code', 'enrol']),
      /** The password was set by another person, so the second step requires a new one. */
      mustChangePassword: z.boolean(),
    }),
    refusals: ['CREDENTIALS_INVALID', 'LOCKED', 'LOGIN_DISABLED', 'PASSWORDS_BUSY'],
    limits: failing,
    audit: 'staff-login.passed',
    mayAudit: ['staff-login.failed'],
  }),
  staffEnrol: call({
    method: 'POST',
    path: '/creditor/console/login/enrol',
    who: 'public',
    summary: 'Returns the secret for an authenticator; the same for the same ticket.',
    input: z.strictObject({ ticket: Ticket }),
    reply: Enrolment,
    refusals: ['TICKET_INVALID'],
    limits: failing,
    audit: null,
  }),
  staffEnrolled: call({
    method: 'POST',
    path: '/creditor/console/login/enrol/confirm',
    who: 'public',
    summary: 'Second step of the first sign-in: a code from the new authenticator starts the session.',
    input: z.strictObject({ ticket: Ticket, code: AuthenticatorCode, password: Password.optional() }),
    reply: z.strictObject({ ...StaffSignedIn.shape, recoveryCodes: RecoveryCodes }),
    refusals: ['TICKET_INVALID', 'CODE_INVALID', 'PASSWORD_COMMON', 'LOCKED', 'PASSWORDS_BUSY'],
    limits: failing,
    audit: 'staff-factor.enrolled',
    mayAudit: ['staff-login.failed'],
  }),
  staffLoginCode: call({
    method: 'POST',
    path: '/creditor/console/login/code',
    who: 'public',
    summary: 'Second step of console sign-in: an authenticator code or a recovery code starts the session.',
    input: z.strictObject({ ticket: Ticket, code: SecondFactor, password: Password.optional() }),
    reply: StaffSignedIn,
    refusals: ['TICKET_INVALID', 'CODE_INVALID', 'PASSWORD_COMMON', 'LOCKED', 'PASSWORDS_BUSY'],
    limits: failing,
    audit: 'staff-session.begun',
    mayAudit: ['staff-login.failed'],
  }),
  staffLogout: call({
    method: 'POST',
    path: '/creditor/console/logout',
    who: 'staff',
    summary: 'Ends this console session.',
    input: nothing,
    reply: nil,
    audit: 'staff-session.ended',
  }),
  staffMe: call({
    method: 'GET',
    path: '/creditor/console/me',
    who: 'staff',
    summary: 'Returns the signed-in staff member.',
    input: nothing,
    reply: z.strictObject({
      staffId: z.string(),
      userName: z.string(),
      name: z.string(),
      role: StaffRole,
      language: Language,
      recoveryCodesLeft: z.int(),
    }),
  }),
  proveStaff: call({
    method: 'POST',
    path: '/creditor/console/prove',
    who: 'staff',
    summary: 'Confirms a second-factor code before sensitive actions; valid for 15 minutes.',
    input: z.strictObject({ code: SecondFactor }),
    reply: z.strictObject({ validSeconds: z.int() }),
    refusals: ['CODE_INVALID', 'LOCKED'],
    limits: proving,
    audit: 'staff-factor.proven',
  }),
  changeStaffPassword: call({
    method: 'PUT',
    path: '/creditor/console/password',
    who: 'staff',
    summary: "Changes the staff member's password using the current one; ends their other console sessions.",
    input: z.strictObject({ oldPassword: z.string().min(1).max(128), password: Password }),
    reply: nil,
    refusals: ['OLD_PASSWORD_WRONG', 'PASSWORD_COMMON', 'PROVE_AGAIN', 'PASSWORDS_BUSY'],
    limits: [{ per: 'login', times: 10, seconds: 3_600 }],
    audit: 'staff-password.changed',
  }),
  beginStaffFactor: call({
    method: 'POST',
    path: '/creditor/console/factor',
    who: 'staff',
    summary: 'Starts replacing the authenticator; the current one works until the new one is confirmed.',
    input: nothing,
    reply: z.strictObject({ ticket: z.string(), validSeconds: z.int(), ...Enrolment.shape }),
    refusals: ['PROVE_AGAIN'],
    limits: proving,
    audit: null,
  }),
  confirmStaffFactor: call({
    method: 'POST',
    path: '/creditor/console/factor/confirm',
    who: 'staff',
    summary: 'Replaces the authenticator by a code from the new one, with new recovery codes.',
    input: z.strictObject({ ticket: Ticket, code: AuthenticatorCode }),
    reply: z.strictObject({ recoveryCodes: RecoveryCodes }),
    refusals: ['TICKET_INVALID', 'CODE_INVALID', 'LOCKED'],
    limits: proving,
    audit: 'staff-factor.enrolled',
  }),
  consoleCaptures: call({
    method: 'GET',
    path: '/creditor/console/captures',
    who: 'operator',
    summary:
      'Lists the captures behind a count of the overview, latest first; those in the queue oldest first. Without their content.',
    input: z.strictObject({
      ...page,
      show: z.enum(captureCounts),
      /** Only captures that failed for this reason. */
      code: z.enum(captureFailures).optional(),
    }),
    reply: listOf(ConsoleCapture),
  }),
  consoleOverview: call({
    method: 'GET',
    path: '/creditor/console/overview',
    who: 'staff',
    summary: 'Returns pending work and the state of the system.',
    input: nothing,
    reply: z.strictObject({
      at: time,
      captures: z.strictObject({
        queuing: z.int(),
        capturing: z.int(),
        /** Counts of the last 24 hours. `failed`: without a running or successful attempt since. */
        failed: z.int(),
        /** Failed attempts, whatever the outcome of their attestation. */
        failedAttempts: z.int(),
        succeeded: z.int(),
        /** Since when the oldest has been waiting for a node. */
        oldestQueuedAt: time.nullable(),
        /** Why captures of the last 24 hours failed, most frequent first. */
        failures: z.array(z.strictObject({ code: z.string(), count: z.int() })),
        /**
         * Attempts of the last 24 hours that failed because of the platform, even if a later one succeeded; by code and
         * node, most frequent first, at most 20. The logs have the cause of the last one under `traceId`.
         */
        faults: z.array(
          z.strictObject({
            code: z.enum(captureFailures),
            node: z.string(),
            count: z.int(),
            lastAt: time,
            lastAno: z.string(),
            traceId: z.string().nullable(),
          }),
        ),
      }),
      /** Certifications awaiting review, with the time of the oldest. */
      certifications: z.strictObject({ pending: z.int(), oldestAt: time.nullable() }),
      /** Open requests of users who lost all second factors. */
      recoveries: z.strictObject({ pending: z.int(), oldestAt: time.nullable() }),
      /** Reported problems without an answer. */
      reports: z.strictObject({ pending: z.int(), oldestAt: time.nullable() }),
      /** Invoice applications awaiting an operator. */
      invoices: z.strictObject({ pending: z.int(), oldestAt: time.nullable() }),
      /** Bank transfers awaiting an operator. */
      bankTransfers: z.strictObject({ pending: z.int(), oldestAt: time.nullable() }),
      /** Nodes that requested work within the last week, latest first. */
      nodes: z.array(
        z.strictObject({
          name: z.string(),
          seenAt: time,
          isThere: z.boolean(),
          /** Its clock minus the service's; null if not compared yet. */
          clockOffsetMs: z.int().nullable(),
          /** True if the node gets no work because of its clock. */
          isClockFar: z.boolean(),
          /** Where it is, as its operator states; null if not stated. */
          place: NodePlace.nullable(),
          /** How many captures of pages and live sessions it carries at once; null if it hasn't announced that. */
          captures: z.int().nullable(),
          sessions: z.int().nullable(),
        }),
      ),
      log: z.strictObject({ size: z.int(), checkpointAt: time.nullable() }),
      /** Outside timestamp authorities that don't answer this server: seals are made without them. */
      silentAuthorities: z.array(z.strictObject({ authority: z.string(), since: time, detail: z.string() })),
      /** Codes by text message in the current counting hour; above the limit, unknown browsers get none. */
      textCodes: z.strictObject({ thisHour: z.int(), limit: z.int() }),
      /** The last check of all evidence; null before the first. */
      storeCheck: z.strictObject({ at: time, attestations: z.int(), files: z.int(), problems: z.int() }).nullable(),
    }),
  }),
};
