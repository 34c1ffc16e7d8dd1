import { z } from 'zod';
import { bytes, call, nil, partyPath } from '../call.ts';
import { IdNumber } from '../certification/id-numbers.ts';
import { TextCode } from '../identity/credentials.ts';
import { failing, SignedIn } from '../identity/sessions.ts';
import { SendRequest, Sent, sending, sendingRefusals } from '../identity/text-codes.ts';
import { matterLimits } from '../notarization/content.ts';
import { Strokes } from '../notarization/handwriting.ts';
import { declineReasonLength, partyAnswerLength, personNameLength } from '../shared/limits.ts';
import { nameOf } from '../shared/names.ts';
import { uploadLimits, uploadPurposes } from '../uploads/calls.ts';
import {
  AskedQuestion,
  CardSide,
  DocumentText,
  longestWritingMs,
  PartyMatter,
  VideoStep,
  videoRules,
} from './party-matter.ts';

/** Public number of a matter, in capitals. Links use it because it reveals nothing more. */
const MatterNo = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^GZ[0-9A-HJKMNP-TV-Z]{11}$/, 'wrong');
const one = z.strictObject({ nid: MatterNo });
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'sha256');
const acting = [{ per: 'login', times: 300, seconds: 3_600 }] as const;
const filming = [{ per: 'login', times: 40, seconds: 3_600 }] as const;

const dayInChina = (now: Date): string => new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

/** Data of an identity card, as checked by the person. */
export const CheckedCard = z
  .strictObject({
    name: nameOf(personNameLength),
    idNumber: IdNumber,
    validFrom: z.iso.date(),
    /** Null if it has no expiry date (长期). */
    validUntil: z.iso.date().nullable(),
  })
  .superRefine(({ validFrom, validUntil }, context) => {
    const today = dayInChina(new Date());
    const issue = (field: string, says: string) =>
      context.addIssue({ code: 'custom', path: [field], params: { says } });
    if (validFrom > today || validFrom < '1984-01-01') issue('validFrom', 'cardDates');
    if (validUntil === null) return;
    if (validUntil <= validFrom) issue('validUntil', 'cardDates');
    else if (validUntil < today) issue('validUntil', 'cardExpired');
  });
export type CheckedCard = z.infer<typeof CheckedCard>;

/** Path to which the phone uploads a party's recordings with tus 1.0. */
export const partyUploadsPath = `${partyPath}uploads`;

/**
 * Announcement of a party's recording, sent before its content (`Upload-Metadata`): from then on no other recording is
 * accepted.
 */
export const RecordingMetadata = z.object({ challenge: z.uuid().toLowerCase(), sha256: Sha256 });

/**
 * Records of the calls that a party of a matter makes on the phone. All except the first two need the party's session.
 */
export const phoneSigningCalls = {
  sendPartyCode: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/code',
    who: 'public',
    summary: 'Sends a party the sign-in code. The response is the same whether or not the phone belongs to a party.',
    input: SendRequest.extend(one.shape),
    reply: Sent,
    refusals: ['CHALLENGE_UNSOLVED', ...sendingRefusals],
    limits: sending,
    audit: 'party.code-sent',
  }),
  partySignIn: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/login',
    who: 'public',
    summary: 'Signs a party in to one matter with phone and code. The session ends with the matter.',
    input: z.strictObject({ ...one.shape, phone: SendRequest.shape.phone, code: TextCode }),
    reply: SignedIn,
    refusals: ['CODE_INVALID'],
    limits: failing,
    audit: 'party.signed-in',
  }),
  partySignOut: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/logout',
    who: 'party',
    summary: 'Ends the session of a party.',
    input: one,
    reply: nil,
    audit: 'party.signed-out',
  }),
  partyMatter: call({
    method: 'GET',
    path: '/creditor/h5sign/{nid}',
    who: 'party',
    summary: 'Returns the matter as the party sees it: their tasks, and which is next.',
    input: one,
    reply: PartyMatter,
  }),
  consent: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/consent',
    who: 'party',
    summary: 'Records that the party accepted the consent text with this digest.',
    input: z.strictObject({ ...one.shape, sha256: Sha256 }),
    reply: PartyMatter,
    refusals: ['STATE_FORBIDS', 'AGREEMENT_CHANGED'],
    limits: acting,
    audit: 'party.consented',
  }),
  decline: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/decline',
    who: 'party',
    summary: 'Declines to continue, or objects to a document, with a reason. The notary decides.',
    input: z.strictObject({
      ...one.shape,
      reason: z.string().trim().min(declineReasonLength.min).max(declineReasonLength.max),
    }),
    reply: PartyMatter,
    refusals: ['STATE_FORBIDS'],
    limits: acting,
    audit: 'party.declined',
  }),
  cardPicture: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/card/{side}',
    who: 'party',
    summary: 'Receives a picture of one side of the identity card, re-encodes and encrypts it.',
    input: z.strictObject({ ...one.shape, side: CardSide }),
    consumes: 'multipart/form-data',
    maxBytes: uploadPurposes['identity-front'].maxBytes,
    reply: PartyMatter,
    refusals: ['STATE_FORBIDS', 'UPLOAD_TYPE', 'UPLOAD_BROKEN', 'UPLOAD_PIXELS'],
    limits: uploadLimits,
    audit: 'party.picture-sent',
  }),
  ownCardPicture: call({
    method: 'GET',
    path: '/creditor/h5sign/{nid}/card/{side}',
    who: 'party',
    summary: 'Returns the picture the party sent of one side of the card, until the step is done.',
    input: z.strictObject({ ...one.shape, side: CardSide }),
    produces: 'image/*',
    reply: bytes,
  }),
  submitCard: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/card',
    who: 'party',
    summary: 'Submits the data of the identity card as the party checked them, with both pictures.',
    input: CheckedCard.safeExtend(one.shape),
    reply: PartyMatter,
    refusals: ['STATE_FORBIDS'],
    limits: acting,
    audit: 'party.card-checked',
  }),
  beginVideo: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/challenge',
    who: 'party',
    summary: 'Starts a recording with new random digits, valid for this session and step only.',
    input: z.strictObject({ ...one.shape, step: VideoStep }),
    reply: z.strictObject({
      challengeId: z.string(),
      expiresAt: z.iso.datetime(),
      /** The sentence to read aloud; null for challenges that show digits one by one. */
      statement: z.string().nullable(),
    }),
    refusals: ['STATE_FORBIDS'],
    limits: filming,
    audit: 'party.challenge-begun',
  }),
  showDigit: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/challenge/{challengeId}/digit',
    who: 'party',
    summary: 'Returns one digit, at least a second after the previous one. Repeating the call returns the same digit.',
    input: z.strictObject({
      ...one.shape,
      challengeId: z.uuid().toLowerCase(),
      at: z
        .int()
        .min(0)
        .max(videoRules.digits - 1),
    }),
    reply: z.strictObject({ digit: z.string() }),
    refusals: ['STATE_FORBIDS', 'DIGITS_OVER'],
    limits: [{ per: 'login', times: 400, seconds: 3_600 }],
    audit: 'party.digit-shown',
  }),
  finishVideo: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/challenge/{challengeId}/video',
    who: 'party',
    summary: 'Accepts the recording of a challenge once its upload is complete, encrypts it and finishes the step.',
    input: z.strictObject({
      ...one.shape,
      challengeId: z.uuid().toLowerCase(),
      uploadId: z.uuid().toLowerCase(),
      /**
       * The page claims to have recorded while it showed the digits; otherwise it is a file from the phone's camera.
       */
      isLive: z.boolean(),
    }),
    reply: PartyMatter,
    refusals: ['STATE_FORBIDS', 'DIGITS_OVER', 'UPLOAD_GONE', 'UPLOAD_INCOMPLETE', 'UPLOAD_TYPE', 'FILE_DIFFERS'],
    limits: filming,
    audit: 'party.video-sent',
  }),
  partyQuestions: call({
    method: 'GET',
    path: '/creditor/h5sign/{nid}/questions',
    who: 'party',
    summary: 'Returns the notices and the notary’s questions with the party’s answers so far.',
    input: one,
    reply: z.strictObject({ notices: z.array(z.string()), questions: z.array(AskedQuestion) }),
    refusals: ['STATE_FORBIDS'],
  }),
  answerQuestion: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/questions',
    who: 'party',
    summary: 'Saves the answer to one question.',
    input: z.strictObject({
      ...one.shape,
      place: z
        .int()
        .min(0)
        .max(matterLimits.questions - 1),
      /** The question as the party read it: the answer belongs to this wording. */
      question: z.string().trim().min(2).max(500),
      answer: z.string().trim().min(1).max(partyAnswerLength),
      /** Time since the party began to write, as the page measured it. The clock of the phone may be wrong. */
      writingMs: z.int().min(0).max(longestWritingMs),
    }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: acting,
    audit: 'party.question-answered',
  }),
  finishQuestions: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/questions/finish',
    who: 'party',
    summary: 'Submits the answers to all questions.',
    input: one,
    reply: PartyMatter,
    refusals: ['STATE_FORBIDS'],
    limits: acting,
    audit: 'party.questions-finished',
  }),
  documentText: call({
    method: 'GET',
    path: '/creditor/h5sign/{nid}/document/{documentId}/text',
    who: 'party',
    summary: 'Returns the text of a document that the party signs.',
    input: z.strictObject({ ...one.shape, documentId: z.uuid().toLowerCase() }),
    reply: DocumentText,
  }),
  partyFile: call({
    method: 'GET',
    path: '/creditor/h5sign/{nid}/document/{documentId}',
    who: 'party',
    summary: 'Downloads a document that the party signs, with the signatures it has so far.',
    input: z.strictObject({ ...one.shape, documentId: z.uuid().toLowerCase() }),
    produces: 'application/pdf',
    reply: bytes,
  }),
  recordReading: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/document/{documentId}/read',
    who: 'party',
    summary: 'Records that the party reached the end of a document.',
    input: z.strictObject({ ...one.shape, documentId: z.uuid().toLowerCase() }),
    reply: PartyMatter,
    refusals: ['STATE_FORBIDS'],
    limits: acting,
    audit: 'party.document-read',
  }),
  storePartyHandwriting: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/handwriting',
    who: 'party',
    summary: 'Stores the party’s handwritten signature as strokes with their timing.',
    input: z.strictObject({ ...one.shape, strokes: Strokes }),
    maxBytes: 600_000,
    reply: z.strictObject({ imageId: z.string(), imgUrl: z.string() }),
    refusals: ['STATE_FORBIDS', 'NOT_READ'],
    limits: acting,
    audit: 'party.handwriting-stored',
  }),
  sendPartySigningCode: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/sign/code',
    who: 'party',
    summary: 'Sends the code to sign. It is bound to the digests of the documents.',
    input: one,
    reply: Sent,
    refusals: ['STATE_FORBIDS', 'NOT_READ', ...sendingRefusals],
    limits: sending,
    audit: 'party.sign-code-sent',
  }),
  signPartyDocuments: call({
    method: 'POST',
    path: '/creditor/h5sign/{nid}/sign',
    who: 'party',
    summary: 'Signs all documents of the party with handwriting and code.',
    input: z.strictObject({
      ...one.shape,
      imageId: z.uuid().toLowerCase(),
      code: TextCode,
      /** Digests of the documents that the party read. */
      sha256: z.array(Sha256).min(1).max(8),
    }),
    reply: PartyMatter,
    refusals: ['STATE_FORBIDS', 'NOT_READ', 'CODE_INVALID'],
    limits: acting,
    audit: 'party.documents-signed',
  }),
};
