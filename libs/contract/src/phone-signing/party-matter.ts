import { z } from 'zod';
import { MatterPartyRole } from '../notarization/content.ts';
import { MatterDocumentKind } from '../notarization/documents.ts';
import { MatterKind } from '../notarization/kinds.ts';
import { MatterState } from '../notarization/states.ts';
import { MatterStepKind, MatterStepState } from '../notarization/steps.ts';
import { Count } from '../shared/lists.ts';

const time = z.iso.datetime();

/** Sides of an identity card: the portrait's, and the national emblem's with the dates of validity. */
export const cardSides = ['front', 'back'] as const;
/** Side of an identity card. */
export const CardSide = z.enum(cardSides);
export type CardSide = z.infer<typeof CardSide>;

/** Steps that are finished with a recording. */
export const videoSteps = ['live-video', 'objective-video'] as const;
/** Step that is finished with a recording. */
export const VideoStep = z.enum(videoSteps);
export type VideoStep = z.infer<typeof VideoStep>;

/** Rules of a recording. */
export const videoRules = {
  /** Accepted types, detected from the content. Phones record MP4 or WebM, cameras of iPhones QuickTime. */
  types: ['video/webm', 'video/mp4', 'video/quicktime'],
  maxBytes: 24 * 2 ** 20,
  minBytes: 8 * 2 ** 10,
  digits: 6,
  /** Least time between two digits, as the server counts. */
  digitGapMs: 1_000,
  /** From the challenge to the recording's digest: the time to record, not to send. */
  validMinutes: 10,
  /** The recording itself arrives by then, over slow networks and after reloads. */
  sendingHours: 24,
} as const;

/** A document that a party has to sign, or has signed. */
export const PartyDocument = z.strictObject({
  id: z.string(),
  kind: MatterDocumentKind,
  version: Count,
  /** SHA-256 before the first signature, lower-case hex. */
  sha256: z.string(),
  isRead: z.boolean(),
  signedAt: time.nullable(),
});
export type PartyDocument = z.infer<typeof PartyDocument>;

/** A matter as one party sees it on the phone: their own tasks, and no data of the other parties. */
export const PartyMatter = z.strictObject({
  no: z.string(),
  kind: MatterKind,
  /** In the caller's language, as `consent`. */
  kindName: z.string(),
  state: MatterState,
  officeName: z.string(),
  officePhone: z.string(),
  applicantName: z.string(),
  person: z.strictObject({
    /** Id of the party, by which the phone keeps apart what several of them leave in one browser. */
    id: z.string(),
    role: MatterPartyRole,
    /** The person who acts: the party, or the representative of a company. */
    name: z.string(),
    /** Name of the company; null for a person. */
    company: z.string().nullable(),
    phone: z.string(),
  }),
  steps: z.array(
    z.strictObject({
      kind: MatterStepKind,
      state: MatterStepState,
      /** Why the notary asked for it again, or waived it. */
      reason: z.string().nullable(),
    }),
  ),
  /** Sides of the card that were sent and not used for an earlier try. */
  cardSides: z.array(CardSide),
  /** Words to agree to, in the caller's language, with their digest. */
  consent: z.strictObject({ paragraphs: z.array(z.string()), sha256: z.string() }),
  /** Empty before the documents are ready to sign. */
  documents: z.array(PartyDocument),
  /** When the session ends at the latest. */
  expiresAt: time,
});
export type PartyMatter = z.infer<typeof PartyMatter>;

/** A question of the notary with the party's answer; '' before. */
export const PartyQuestion = z.strictObject({ question: z.string(), answer: z.string() });
export type PartyQuestion = z.infer<typeof PartyQuestion>;

/** Text of a document as it was drawn, for reading on a small screen. */
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
