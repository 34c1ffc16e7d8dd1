import { z } from 'zod';
import { MatterPartyRole } from '../notarization/content.ts';
import { MatterDocumentKind } from '../notarization/documents.ts';
import { MatterKind } from '../notarization/kinds.ts';
import { AnswerTimes } from '../notarization/matter.ts';
import { MatterState } from '../notarization/states.ts';
import { MatterStepKind, MatterStepState } from '../notarization/steps.ts';
import { Count } from '../shared/lists.ts';

const time = z.iso.datetime();

/** Sides of an identity card: `front` has the portrait, `back` the national emblem and the dates of validity. */
export const cardSides = ['front', 'back'] as const;
/** Side of an identity card. */
export const CardSide = z.enum(cardSides);
export type CardSide = z.infer<typeof CardSide>;

/** Steps that are finished with a recording. */
export const videoSteps = ['live-video', 'objective-video'] as const;
/** Step that is finished with a recording. */
export const VideoStep = z.enum(videoSteps);
export type VideoStep = z.infer<typeof VideoStep>;

/** Rules for a recording. */
export const videoRules = {
  /** Accepted types, detected from the content. Phones record MP4 or WebM; iPhone cameras record QuickTime. */
  types: ['video/webm', 'video/mp4', 'video/quicktime'],
  maxBytes: 24 * 2 ** 20,
  minBytes: 8 * 2 ** 10,
  digits: 6,
  /** Minimum time between two digits, measured by the server. */
  digitGapMs: 1_000,
  /** Time from the challenge to the recording's digest: for recording, not for uploading. */
  validMinutes: 10,
  /** Time for uploading the recording, including slow networks and reloads. */
  sendingHours: 24,
} as const;

/** A document that a party has to sign, or has signed. */
export const PartyDocument = z.strictObject({
  id: z.string(),
  kind: MatterDocumentKind,
  version: Count,
  /** SHA-256 before the first signature, lower-case hex. */
  sha256: z.string(),
  /** In the caller's language; an instrument is named by the kind of the matter. */
  name: z.string(),
  isRead: z.boolean(),
  signedAt: time.nullable(),
});
export type PartyDocument = z.infer<typeof PartyDocument>;

/** A matter as one party sees it on the phone: their own tasks, without the other parties' data. */
export const PartyMatter = z.strictObject({
  no: z.string(),
  kind: MatterKind,
  /** In the caller's language, like `consent`. */
  kindName: z.string(),
  state: MatterState,
  officeName: z.string(),
  officePhone: z.string(),
  applicantName: z.string(),
  person: z.strictObject({
    /** Id of the party: the phone uses it to separate the data of several parties in one browser. */
    id: z.string(),
    role: MatterPartyRole,
    /** The acting person: the party, or a company's representative. */
    name: z.string(),
    /** Name of the company; null for a person. */
    company: z.string().nullable(),
    phone: z.string(),
  }),
  steps: z.array(
    z.strictObject({
      kind: MatterStepKind,
      state: MatterStepState,
      /** Why the notary requested a repetition or waived the step. */
      reason: z.string().nullable(),
    }),
  ),
  /** Sides of the card that were sent and have not been used by an earlier attempt. */
  cardSides: z.array(CardSide),
  /** The text to accept, in the caller's language, with its digest. */
  consent: z.strictObject({ paragraphs: z.array(z.string()), sha256: z.string() }),
  /** Empty before the documents are ready to sign. */
  documents: z.array(PartyDocument),
  /** Latest end of the session. */
  expiresAt: time,
});
export type PartyMatter = z.infer<typeof PartyMatter>;

/** A question of the notary with the party's answer; empty until answered. */
export const PartyQuestion = z.strictObject({ question: z.string(), answer: z.string() });
export type PartyQuestion = z.infer<typeof PartyQuestion>;

/** A party's answer with the times at which they began to write it and sent it. */
export const WrittenAnswer = PartyQuestion.extend(AnswerTimes.shape);
export type WrittenAnswer = z.infer<typeof WrittenAnswer>;

/** Longest time that a party can write one answer, in milliseconds: their session ends then. */
export const longestWritingMs = 4 * 3_600_000;

/** A question as the transcript will state it, with a translation for a party who reads another language. */
export const AskedQuestion = PartyQuestion.extend({ translation: z.string().nullable() });
export type AskedQuestion = z.infer<typeof AskedQuestion>;

/** Text of a document, as it was typeset, for reading on a small screen. */
export const DocumentText = z.strictObject({
  title: z.string(),
  no: z.string(),
  sections: z.array(
    z.strictObject({
      heading: z.string(),
      facts: z.array(z.tuple([z.string(), z.string()])),
      paragraphs: z.array(z.string()),
    }),
  ),
});
export type DocumentText = z.infer<typeof DocumentText>;
