import { z } from 'zod';
import { AttestationCost } from '../attestations/attestation.ts';
import { AttestationState } from '../attestations/states.ts';
import { Cents } from '../money/money.ts';
import { Count } from '../shared/lists.ts';
import { Upload } from '../uploads/calls.ts';
import { MatterPartyRole } from './content.ts';
import { MatterDocument } from './documents.ts';
import type { MatterJournalEvent } from './journal-events.ts';
import { MatterKind } from './kinds.ts';
import { MatterPauseReason, MatterState } from './states.ts';
import { MatterStepKind, MatterStepState } from './steps.ts';

const time = z.iso.datetime();

/** Whose turn it is, from one viewer's perspective. */
export const MatterTurnName = z.enum(['wait-me', 'wait-other', 'wait-notary', 'done']);

/** Row of the list of matters. */
export const MatterRow = z.strictObject({
  id: z.string(),
  /** Public number with a check character. */
  no: z.string(),
  kind: MatterKind,
  state: MatterState,
  turn: MatterTurnName,
  /** Names of applicant and counterparties, the applicant first. */
  parties: z.array(z.string()),
  officeName: z.string().nullable(),
  createdAt: time,
  changedAt: time,
  /** The office's deadline for its decision; null before acceptance and after the end. */
  deadline: z.iso.date().nullable(),
});
export type MatterRow = z.infer<typeof MatterRow>;

/** A step of one person. */
export const MatterStep = z.strictObject({
  id: z.string(),
  kind: MatterStepKind,
  state: MatterStepState,
  doneAt: time.nullable(),
  /** Reason why the notary waived it or asked for it again. */
  reason: z.string().nullable(),
});
export type MatterStep = z.infer<typeof MatterStep>;

/** A person of a matter as shown at the desk and in the console; identity numbers are masked for the desk. */
export const MatterParty = z.strictObject({
  id: z.string(),
  role: MatterPartyRole,
  kind: z.enum(['person', 'company']),
  name: z.string(),
  idNumber: z.string(),
  /** The person who signs for a company; null for a person. */
  representative: z.string().nullable(),
  phone: z.string(),
  authority: Upload.nullable(),
  steps: z.array(MatterStep),
});
export type MatterParty = z.infer<typeof MatterParty>;

/** An attestation used by a matter. */
export const MatterEvidence = z.strictObject({
  ano: z.string(),
  name: z.string(),
  state: AttestationState,
  sealedAt: time.nullable(),
});
export type MatterEvidence = z.infer<typeof MatterEvidence>;

/** A file of the application. */
export const MatterMaterial = z.strictObject({ code: z.string(), file: Upload });
export type MatterMaterial = z.infer<typeof MatterMaterial>;

/** Entry of a matter's journal. Each contains the digest of the previous one. */
export const MatterJournalEntry = z.strictObject({
  seq: Count,
  at: time,
  actor: z.strictObject({ role: z.string(), name: z.string() }),
  /** A `MatterEvent`, or an act such as `step-finished`. A list of all of them would weigh on every page with calls. */
  event: z.string() as unknown as z.ZodType<MatterJournalEvent, MatterJournalEvent>,
  detail: z.record(z.string(), z.unknown()),
  sha256: z.string(),
});
export type MatterJournalEntry = z.infer<typeof MatterJournalEntry>;

/** Lengths of the texts that a notary writes. */
export const notaryTextLength = {
  reason: { min: 4, max: 300 },
  correction: { min: 2, max: 300 },
  question: { min: 2, max: 500 },
  answer: { min: 0, max: 2_000 },
  deed: { min: 10, max: 10_000 },
} as const;

/** Something a notary asks the applicant to correct. */
export const CorrectionItem = z.strictObject({
  /** Part of the application: `purpose`, `form`, `parties`, `evidence`, `materials`, `delivery`. */
  field: z.enum(['purpose', 'form', 'parties', 'evidence', 'materials', 'delivery']),
  reason: z.string().trim().min(notaryTextLength.correction.min).max(notaryTextLength.correction.max),
});
export type CorrectionItem = z.infer<typeof CorrectionItem>;

/** When a party began to write an answer on the phone, and when they sent it. */
export const AnswerTimes = z.strictObject({ startedAt: z.iso.datetime(), sentAt: z.iso.datetime() });
export type AnswerTimes = z.infer<typeof AnswerTimes>;

/** A question of the transcript with its answer. */
export const MatterQuestion = z.strictObject({
  question: z.string().trim().min(notaryTextLength.question.min).max(notaryTextLength.question.max),
  answer: z.string().trim().max(notaryTextLength.answer.max).default(''),
  /** The party who was asked; null for everyone. */
  partyId: z.uuid().toLowerCase().nullable().default(null),
  /** Set if a party wrote the answer on the phone and the notary adopted it unchanged. */
  written: AnswerTimes.nullable().default(null),
});
export type MatterQuestion = z.infer<typeof MatterQuestion>;

/** Characters of a carrier's name and of a tracking number. */
export const shipmentLimits = { carrier: 40, trackingNo: 40 } as const;

/** A tracking number as carriers print it. */
export const trackingNoPattern = /^[0-9A-Za-z-]{6,40}$/;

/** A paper deed handed to a courier. */
export const DeedShipment = z.strictObject({
  carrier: z.string().trim().min(2).max(shipmentLimits.carrier),
  trackingNo: z.string().trim().regex(trackingNoPattern, 'wrong'),
});
export type DeedShipment = z.infer<typeof DeedShipment>;

/** Summary of a matter. */
export const MatterSummary = MatterRow.extend({
  purpose: z.string(),
  feeCents: Cents.nullable(),
  isFeeWaived: z.boolean(),
  /** Number of the order for the fee; null if there is none. */
  orderNo: z.string().nullable(),
  copies: Count,
  delivery: z.strictObject({ way: z.enum(['download', 'post']), address: z.string() }),
  /** Null until the office has posted the deed. */
  shipment: DeedShipment.extend({ shippedAt: z.iso.datetime() }).nullable(),
  wantsVideo: z.boolean(),
  notaryName: z.string().nullable(),
  /** Corrections that the notary requested; empty unless the state is `correction`. */
  corrections: z.array(CorrectionItem),
  /** Reason why it was rejected or withdrawn; null otherwise. */
  reason: z.string().nullable(),
  /** Number of the deed; null before it is issued. */
  deedNo: z.string().nullable(),
});
export type MatterSummary = z.infer<typeof MatterSummary>;

/** A matter with everything in it. */
export const MatterDetail = MatterSummary.extend({
  officeId: z.string().nullable(),
  form: z.record(z.string(), z.string()),
  people: z.array(MatterParty),
  evidence: z.array(MatterEvidence),
  materials: z.array(MatterMaterial),
  documents: z.array(MatterDocument),
  /** The open pause of the office's deadline; null if the deadline runs or has not begun. */
  pause: z.strictObject({ reason: MatterPauseReason.or(z.literal('parties')), since: time }).nullable(),
  /**
   * Day on which the matter ends by itself if nothing happens until then; null unless it waits for the applicant or the
   * parties.
   */
  expiresOn: z.iso.date().nullable(),
  /** The held, charged and returned parts of the fee; null before it is paid. */
  cost: AttestationCost.nullable(),
  journal: z.array(MatterJournalEntry),
});
export type MatterDetail = z.infer<typeof MatterDetail>;

/** An office with its notaries. */
export const NotaryOffice = z.strictObject({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  notaries: z.array(z.strictObject({ id: z.string(), name: z.string(), licenceNo: z.string() })),
});
export type NotaryOffice = z.infer<typeof NotaryOffice>;
