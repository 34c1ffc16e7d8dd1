import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { CertificationState } from '../certification/states.ts';
import { TextCode } from '../identity/credentials.ts';
import { failing } from '../identity/sessions.ts';
import { Sent, Solved, sending, sendingRefusals } from '../identity/text-codes.ts';
import { statementLength } from '../shared/limits.ts';
import { listOf, page } from '../shared/lists.ts';
import { FactorKind } from '../sign-in/factor-calls.ts';
import { own, Ticket } from '../sign-in/inputs.ts';
import { Device } from '../sign-in/session-calls.ts';
import { RecoveryState } from './states.ts';

const time = z.iso.datetime();
const Statement = z.string().trim().min(statementLength.min).max(statementLength.max);
/** An operator's note, kept in the audit trail and shown in the console. */
const Note = z.string().trim().min(statementLength.min).max(statementLength.max);

/** For a user between the two steps of sign-in. */
const RecoveryRequest = z.strictObject({
  state: RecoveryState.extract(['asked', 'scheduled']),
  askedAt: time,
  /** Null until decided. */
  effectiveAt: time.nullable(),
});

/** An open request as the user sees it, with where it came from. */
export const OpenRecovery = RecoveryRequest.extend({ address: z.string(), device: Device });
export type OpenRecovery = z.infer<typeof OpenRecovery>;

/** One row of the console's queue. */
export const RecoverySummary = z.strictObject({
  id: z.string(),
  state: RecoveryState,
  name: z.string(),
  /** `138****1234` */
  phone: z.string(),
  accountName: z.string(),
  askedAt: time,
  effectiveAt: time.nullable(),
});
export type RecoverySummary = z.infer<typeof RecoverySummary>;

/** Known facts about the applicant, to compare with their explanation. */
export const RecoveryCase = RecoverySummary.extend({
  personId: z.string(),
  accountId: z.string(),
  statement: z.string(),
  address: z.string(),
  device: Device,
  registeredAt: time,
  certification: z.strictObject({
    /** Null if nothing was entered. */
    id: z.string().nullable(),
    state: CertificationState,
    /** Masked; null where nothing was entered. */
    name: z.string().nullable(),
  }),
  factors: z.array(z.strictObject({ kind: FactorKind, name: z.string(), createdAt: time, usedAt: time.nullable() })),
  recoveryCodesLeft: z.int(),
  /** Number of the person's sessions; each of them can cancel the request. */
  liveSessions: z.int(),
  /** Latest sign-ins and attempts, latest first, at most 20. */
  signIns: z.array(z.strictObject({ at: time, event: z.string(), isRefused: z.boolean(), address: z.string() })),
  /** Earlier requests of the same person, latest first, at most 10. */
  earlier: z.array(z.strictObject({ state: RecoveryState, askedAt: time })),
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
  endedAt: time.nullable(),
});
export type RecoveryCase = z.infer<typeof RecoveryCase>;

const id = z.uuid();
const changing = [{ per: 'login', times: 60, seconds: 3_600 }] as const;

/** Recovery for a user who lost every second factor (NIST SP 800-63B-4 §4.2). */
export const recoveryCalls = {
  recoveryAbout: call({
    method: 'POST',
    path: '/creditor/signIn/recovery/about',
    who: 'public',
    summary: 'For the holder of a second-step ticket: what a recovery request requires, and whether one is open.',
    input: z.strictObject({ ticket: Ticket }),
    reply: z.strictObject({ phone: z.string(), hasPassword: z.boolean(), open: RecoveryRequest.nullable() }),
    refusals: ['TICKET_INVALID'],
    limits: failing,
    audit: null,
  }),
  sendRecoveryCode: call({
    method: 'POST',
    path: '/creditor/signIn/recovery/msg',
    who: 'public',
    summary: 'Sends a code to the phone of the user who holds a second-step ticket.',
    input: z.strictObject({ ticket: Ticket, ...Solved }),
    reply: Sent,
    refusals: ['TICKET_INVALID', 'CHALLENGE_UNSOLVED', ...sendingRefusals],
    limits: sending,
    audit: 'code.sent',
  }),
  askRecovery: call({
    method: 'POST',
    path: '/creditor/signIn/recovery',
    who: 'public',
    summary: 'Requests removal of the second factors; requires the password, if there is one, and a code to the phone.',
    input: z.strictObject({
      ticket: Ticket,
      code: TextCode,
      password: z.string().min(1).max(128).optional(),
      /** The applicant's explanation for the reviewer. */
      statement: Statement,
    }),
    reply: RecoveryRequest,
    refusals: ['TICKET_INVALID', 'PASSWORD_WRONG', 'CODE_INVALID', 'LOCKED', 'RECOVERY_OPEN', 'PASSWORDS_BUSY'],
    limits: failing,
    audit: 'recovery.asked',
  }),
  ownRecovery: call({
    method: 'GET',
    path: '/creditor/signIn/recovery',
    who: 'user',
    summary: "Returns the open request to remove the user's second factors.",
    input: nothing,
    reply: z.strictObject({ open: OpenRecovery.nullable() }),
  }),
  stopRecovery: call({
    method: 'POST',
    path: '/creditor/signIn/recovery/stop',
    who: 'user',
    of: 'person',
    summary: "Stops the open request to remove the user's second factors.",
    input: nothing,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: own,
    audit: 'recovery.stopped',
  }),

  recoveries: call({
    method: 'GET',
    path: '/creditor/console/recoveries',
    who: 'operator',
    summary: 'Lists requests to remove second factors in a state, oldest first.',
    input: z.strictObject({ ...page, state: RecoveryState.default('asked') }),
    reply: listOf(RecoverySummary),
  }),
  recoveryCase: call({
    method: 'POST',
    path: '/creditor/console/recoveries/case',
    who: 'operator',
    summary: 'Returns one request with what is known about the applicant. The view is audited.',
    input: z.strictObject({ id }),
    reply: RecoveryCase,
    audit: 'recovery.looked-at',
  }),
  approveRecovery: call({
    method: 'POST',
    path: '/creditor/console/recoveries/approve',
    who: 'operator',
    summary:
      'Approves a request, with a note on how identity was verified; the factors are removed a day later unless the user stops it.',
    input: z.strictObject({ id, note: Note }),
    reply: nil,
    refusals: ['STATE_FORBIDS', 'PROVE_AGAIN'],
    limits: changing,
    audit: 'recovery.approved',
  }),
  refuseRecovery: call({
    method: 'POST',
    path: '/creditor/console/recoveries/refuse',
    who: 'operator',
    summary: 'Rejects a request, even an approved one before it takes effect. The note stays in the console.',
    input: z.strictObject({ id, note: Note }),
    reply: nil,
    refusals: ['STATE_FORBIDS', 'PROVE_AGAIN'],
    limits: changing,
    audit: 'recovery.refused',
  }),
};
