import { z } from 'zod';
import { AttestationSummary } from '../attestations/attestation.ts';
import { Ano, Labels } from '../attestations/fields.ts';
import { Applicant, Operator } from '../attestations/submitter.ts';
import { call, nil } from '../call.ts';
import { Cents } from '../money/money.ts';
import { attestationNameLength, attestationSearchLength, remarkLength } from '../shared/limits.ts';
import { listOf, page, several } from '../shared/lists.ts';
import { LiveDevice, liveLimits, SessionFacts } from './session.ts';
import { LiveState, liveStateTable } from './states.ts';

const time = z.iso.datetime();
const Name = z.string().trim().max(attestationNameLength);
const Remark = z.string().trim().max(remarkLength);
const flag = z.stringbool().or(z.boolean());
const one = z.strictObject({ ano: Ano });
const Minutes = z.coerce.number().int().min(1).max(liveLimits.longestMinutes);

/** Time and cost of a live session. */
export const LiveTime = z.strictObject({
  state: LiveState,
  /** When its browser was ready; null before. */
  startedAt: time.nullable(),
  usedMs: z.int(),
  /** Booked minutes, including extensions. */
  bookedMinutes: z.int(),
  remainingMs: z.int(),
  /** Started minutes so far, which would be charged if it ended now. */
  chargedMinutes: z.int(),
  /** Price of a minute that no package covers, as held. */
  minuteCents: Cents,
  /** Package minutes held for it. */
  packageMinutes: z.int(),
  /** Held from the balance for all booked minutes; after sealing, the charged amount. */
  amountCents: Cents,
});
export type LiveTime = z.infer<typeof LiveTime>;

/** One live session with everything its account may see. */
export const LiveSession = z.strictObject({
  attestation: AttestationSummary,
  time: LiveTime,
  device: LiveDevice,
  /** It ends after its user was away for this long. */
  awayMs: z.int(),
  /** How many sessions are served before it; null unless it is queuing. */
  ahead: z.int().nullable(),
  /** Null before the recording is delivered. */
  facts: SessionFacts.nullable(),
  /**
   * The network record: requests, how many of them have a complete answer, and the size of the answers. Null before the
   * recording is delivered, and for a lost session, whose node counted nothing.
   */
  network: z.strictObject({ requests: z.int(), whole: z.int(), sizeBytes: z.int() }).nullable(),
  /** Delivered files, by their paths below `data/`; none before that. */
  files: z.array(z.strictObject({ path: z.string(), mediaType: z.string(), sizeBytes: z.int(), sha256: z.string() })),
  /** Path of the playback copy, which is derived from the recording; null if there is none, and before the seal. */
  playback: z.string().nullable(),
});
export type LiveSession = z.infer<typeof LiveSession>;

/** One live session in a list. */
export const ListedSession = AttestationSummary.extend({
  sessionState: LiveState,
  device: LiveDevice,
  /** Length of the recording so far; null before its browser was ready, and if nothing was recorded. */
  usedMs: z.int().nullable(),
});
export type ListedSession = z.infer<typeof ListedSession>;

/** Records of the calls about live sessions. */
export const liveSessionCalls = {
  openSession: call({
    method: 'POST',
    path: '/creditor/attestaion/process',
    who: 'user',
    needs: 'preserve',
    summary:
      'Opens a live session: a remote browser that you steer and that is recorded. The price of the booked minutes is held; started minutes are charged when it is sealed.',
    input: z.strictObject({
      /** Absent for an empty page. */
      url: z.string().trim().max(8192).default(''),
      device: LiveDevice.default('desktop'),
      minutes: Minutes.default(liveLimits.minutes[1]),
      name: Name.default(''),
      labels: Labels,
      remark: Remark.default(''),
    }),
    reply: LiveSession,
    refusals: ['STORAGE_FULL', 'BALANCE_SHORT', 'SPENDING_LIMIT', 'SESSIONS_OPEN'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: 'attestation.submitted',
  }),
  sessionInfo: call({
    method: 'POST',
    path: '/creditor/attestaion/process/info',
    who: 'user',
    needs: 'evidence',
    summary:
      'Returns one live session: state, time and cost, pages visited, downloads, screenshots, network record and files.',
    input: one,
    reply: LiveSession,
  }),
  sessionUser: call({
    method: 'GET',
    path: '/creditor/attestaion/process/userinfo/{id}',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns who operated a live session, as the certificate states it.',
    input: z.strictObject({ id: Ano }),
    reply: z.strictObject({ applicant: Applicant.nullable(), operator: Operator }),
  }),
  sessionList: call({
    method: 'POST',
    path: '/creditor/attestaion/process/list',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists your live sessions, newest first.',
    input: z.strictObject({
      ...page,
      states: several(LiveState, liveStateTable.states.length).optional(),
      /** Searches name, URL, number, remark and labels. */
      search: z.string().trim().max(attestationSearchLength).default(''),
    }),
    reply: listOf(ListedSession),
  }),
  cancelSession: call({
    method: 'POST',
    path: '/creditor/attestaion/process/cancel',
    who: 'user',
    needs: 'preserve',
    summary: 'Cancels a waiting or running live session: nothing is sealed or charged.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'attestation.cancelled',
  }),
  stopSession: call({
    method: 'POST',
    path: '/creditor/attestaion/process/stop',
    who: 'user',
    needs: 'preserve',
    summary: 'Stops a live session: what was recorded is sealed.',
    input: z.strictObject({
      ano: Ano,
      /** Keeps cookies and credentials in the network record as sent; otherwise replaces them by digests. */
      isFull: flag.default(false),
    }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'session.stopped',
  }),
  sessionTime: call({
    method: 'POST',
    path: '/creditor/attestaion/process/time',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns time used, remaining and charged. With `extendMinutes`, books more minutes.',
    input: z.strictObject({ ano: Ano, extendMinutes: Minutes.optional() }),
    reply: LiveTime,
    refusals: ['STATE_FORBIDS', 'BALANCE_SHORT', 'SPENDING_LIMIT', 'NOT_ALLOWED'],
    limits: [{ per: 'login', times: 3_600, seconds: 3_600 }],
    audit: 'session.extended',
  }),
  editSession: call({
    method: 'PUT',
    path: '/creditor/attestation/process/{id}',
    who: 'user',
    needs: 'preserve',
    summary: 'Changes name and remark of a live session.',
    input: z.strictObject({ id: Ano, name: Name.optional(), remark: Remark.optional() }),
    reply: AttestationSummary,
    audit: 'attestation.edited',
  }),
  deleteSession: call({
    method: 'DELETE',
    path: '/creditor/attestaion/process',
    who: 'user',
    needs: 'preserve',
    summary: 'Removes a live session that has ended from the list. Sealed evidence is kept under the retention rule.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'session.removed',
  }),
  sessionTicket: call({
    method: 'POST',
    path: '/creditor/attestations/process/ticket',
    who: 'user',
    needs: 'preserve',
    summary:
      'Returns a ticket, valid once within 30 seconds, with which this sign-in may steer a live session over WebSocket.',
    input: z.strictObject({
      ano: Ano,
      /** Chosen by the window and the same for all its connections: its own older ones are replaced without asking. */
      windowId: z.string().max(64).default(''),
      /** Takes over from another window that controls the session. */
      takesOver: z.stringbool().or(z.boolean()).default(false),
    }),
    reply: z.strictObject({ ticket: z.string(), path: z.string(), expiresAt: time }),
    refusals: ['STATE_FORBIDS'],
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    audit: null,
  }),
};
