import { z } from 'zod';
import { bytes, call, nil } from '../call.ts';
import { Count, listOf, page } from '../shared/lists.ts';
import { matterLimits } from './content.ts';
import { CorrectionItem, DeedShipment, MatterQuestion, notaryTextLength } from './matter.ts';
import { NotaryMatter, QueuedMatter, VerifiedEvidence } from './notary-matter.ts';
import { officeCalls } from './office-calls.ts';
import { MatterPauseReason } from './states.ts';
import { MatterStepKind } from './steps.ts';
import { MatterQueue } from './views.ts';

const one = z.strictObject({ id: z.uuid().toLowerCase() });

/** A decision names the version that the notary saw; after any other change it is refused. */
const decided = z.strictObject({ ...one.shape, version: Count.min(1) });

const Reason = z.string().trim().min(notaryTextLength.reason.min).max(notaryTextLength.reason.max);

/** Ends an accepted matter without a deed. */
const ending = z.strictObject({ ...decided.shape, reason: Reason, isFeeReturned: z.boolean().default(true) });

const deciding = [{ per: 'login', times: 600, seconds: 3_600 }] as const;

/** Records of the calls about matters, for notaries and operators in the console. */
export const consoleNotarizationCalls = {
  ...officeCalls,
  queuedMatters: call({
    method: 'GET',
    path: '/creditor/console/matters',
    who: 'notary',
    summary: "Lists the matters of the notary's office in a queue, those waiting longest first.",
    input: z.strictObject({
      ...page,
      queue: MatterQueue.default('new'),
      /** `mine`: matters of the calling notary; `unassigned`: matters without a notary. */
      whose: z.enum(['all', 'mine', 'unassigned']).default('all'),
      search: z.string().trim().max(60).default(''),
    }),
    reply: listOf(QueuedMatter).extend({ counts: z.record(MatterQueue, z.int()) }),
  }),
  notaryMatter: call({
    method: 'GET',
    path: '/creditor/console/matters/{id}',
    who: 'notary',
    summary: "Returns one matter of the notary's office.",
    input: one,
    reply: NotaryMatter,
  }),
  notaryMatterFile: call({
    method: 'GET',
    path: '/creditor/console/matters/{id}/document/{documentId}',
    who: 'notary',
    summary: 'Downloads a document of a matter with the signatures it has so far.',
    input: z.strictObject({ ...one.shape, documentId: z.uuid().toLowerCase() }),
    produces: 'application/pdf',
    reply: bytes,
    audit: 'matter.document-seen',
  }),
  notaryMatterMaterial: call({
    method: 'GET',
    path: '/creditor/console/matters/{id}/material/{fileId}',
    who: 'notary',
    summary: 'Downloads a file of the application.',
    input: z.strictObject({ ...one.shape, fileId: z.uuid().toLowerCase() }),
    produces: 'application/octet-stream',
    reply: bytes,
    audit: 'matter.material-seen',
  }),
  verifyMatterEvidence: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/attestations/verify',
    who: 'notary',
    summary: 'Verifies the attestations of a matter again, and records the result.',
    input: one,
    reply: z.strictObject({ list: z.array(VerifiedEvidence) }),
    refusals: ['STATE_FORBIDS'],
    limits: [{ per: 'login', times: 60, seconds: 3_600 }],
    audit: 'matter.evidence-verified',
  }),
  acceptMatter: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/accept',
    who: 'notary',
    summary:
      'Accepts a matter: fixes the fee, takes it over and draws up the acceptance notice with the office’s seal.',
    input: decided,
    reply: nil,
    refusals: ['EVIDENCE_ALTERED', 'STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.accepted',
  }),
  requestCorrection: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/correction',
    who: 'notary',
    summary: 'Asks the applicant to correct named parts of the application.',
    input: z.strictObject({ ...decided.shape, items: z.array(CorrectionItem).min(1).max(20) }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.correction-asked',
  }),
  declineMatter: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/decline',
    who: 'notary',
    summary: 'Refuses to accept an application, with the reason (不予受理).',
    input: z.strictObject({ ...decided.shape, reason: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.declined',
  }),
  rejectMatter: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/reject',
    who: 'notary',
    summary:
      'Rejects an accepted matter with a reason (不予办理). The fee is refunded unless the notary decides otherwise.',
    input: ending,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.rejected',
  }),
  terminateMatter: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/terminate',
    who: 'notary',
    summary:
      'Terminates an accepted matter that cannot go on (终止公证). The fee is refunded unless the notary decides otherwise.',
    input: ending,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.terminated',
  }),
  suspendMatter: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/suspend',
    who: 'notary',
    summary: "Pauses the office's deadline for a reason that the law names, and notifies the applicant.",
    input: z.strictObject({ ...decided.shape, reason: MatterPauseReason, note: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.suspended',
  }),
  resumeMatter: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/resume',
    who: 'notary',
    summary: "Ends a pause of the office's deadline.",
    input: decided,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.resumed',
  }),
  assignMatter: call({
    method: 'PUT',
    path: '/creditor/console/matters/{id}/notary',
    who: 'notary',
    summary: 'Assigns a matter to a notary of the same office.',
    input: z.strictObject({ ...decided.shape, notaryId: z.uuid().toLowerCase() }),
    reply: nil,
    refusals: ['SESSION_BOOKED', 'STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.assigned',
  }),
  waiveFee: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/waive',
    who: 'notary',
    summary: 'Waives the fee of an accepted matter with a reason.',
    input: z.strictObject({ ...decided.shape, reason: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.fee-waived',
  }),
  identifyParty: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/identify',
    who: 'notary',
    summary: 'Records that the notary identified a party in another way, such as in person at the office.',
    input: z.strictObject({ ...decided.shape, partyId: z.uuid().toLowerCase(), note: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.party-identified',
  }),
  confirmIdentities: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/identity/confirm',
    who: 'notary',
    summary: 'Confirms the identities of the parties; a matter that needs no session proceeds to signing.',
    input: z.strictObject({ ...decided.shape, needsSession: z.boolean() }),
    reply: nil,
    refusals: ['IDENTITY_OPEN', 'RECORDING_UNPLAYED', 'STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.identities-confirmed',
  }),
  repeatSteps: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/identity/repeat',
    who: 'notary',
    summary: 'Asks a party to repeat steps of the identification.',
    input: z.strictObject({
      ...decided.shape,
      partyId: z.uuid().toLowerCase(),
      steps: z
        .array(MatterStepKind)
        .min(1)
        .max(8)
        .refine((steps) => new Set(steps).size === steps.length, { params: { says: 'each once' } }),
      reason: Reason,
    }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.step-repeated',
  }),
  saveQuestions: call({
    method: 'PUT',
    path: '/creditor/console/matters/{id}/questions',
    who: 'notary',
    summary: 'Saves the questions and answers of the transcript until it is drawn up.',
    input: z.strictObject({ ...decided.shape, questions: z.array(MatterQuestion).min(1).max(matterLimits.questions) }),
    maxBytes: 512 * 1024,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.questions-saved',
  }),
  startSession: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/session/start',
    who: 'notary',
    summary: 'Starts the session with the parties who are present.',
    input: decided,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.session-started',
  }),
  endSession: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/session/end',
    who: 'notary',
    summary: 'Ends the session: completed, or interrupted.',
    input: z.strictObject({
      ...decided.shape,
      outcome: z.enum(['session-ok', 'interrupted']),
      reason: z.string().trim().max(300).default(''),
    }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.session-ended',
  }),
  amendMatter: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/amend',
    who: 'notary',
    summary: 'Draws up new documents after a dispute or an error; signatures on the earlier ones are void.',
    input: z.strictObject({ ...decided.shape, reason: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.amended',
  }),
  reopenSession: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/reopen',
    who: 'notary',
    summary: 'Asks for another session after a dispute.',
    input: z.strictObject({ ...decided.shape, reason: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.reopened',
  }),
  issueDeed: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/issue',
    who: 'notary',
    summary: 'Issues the deed: seals the signed documents and the deed with the office’s seal and a timestamp.',
    input: z.strictObject({
      ...decided.shape,
      /** Text of the deed, below the filled-in facts. */
      text: z.string().trim().min(notaryTextLength.deed.min).max(notaryTextLength.deed.max),
    }),
    reply: z.strictObject({ deedNo: z.string() }),
    refusals: ['EVIDENCE_ALTERED', 'PROVE_AGAIN', 'STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.issued',
  }),
  shipDeed: call({
    method: 'PUT',
    path: '/creditor/console/matters/{id}/shipment',
    who: 'notary',
    summary:
      'Records with which carrier and tracking number the paper deed was posted; a second call corrects the first.',
    input: z.strictObject({ ...decided.shape, ...DeedShipment.shape }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.shipped',
  }),
};
