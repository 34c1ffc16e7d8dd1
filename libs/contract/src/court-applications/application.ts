import { z } from 'zod';
import { AttestationKind } from '../attestations/attestation.ts';
import { CreditCode, IdNumber } from '../certification/id-numbers.ts';
import { companyNameLength, personNameLength } from '../shared/limits.ts';
import { Count } from '../shared/lists.ts';
import { nameOf } from '../shared/names.ts';
import type { Word } from '../shared/words.ts';
import { CourtApplicationState } from './states.ts';

const time = z.iso.datetime();

/** Maximum numbers of attestations and parties, and lengths of texts, of an application to a court. */
export const courtLimits = {
  items: 50,
  parties: 20,
  court: 60,
  caseNo: 60,
  cause: 60,
  name: 200,
  source: 300,
  purpose: 500,
  /** `1000-1009` */
  pages: 9,
  /** Digest of an identity number or a credit code. */
  idNumber: 18,
  /** Maximum number of attestations that one call verifies. */
  verified: 10,
} as const;

/** Sides of a case. */
export const courtSides = ['plaintiff', 'defendant'] as const;
/** Side of a party. */
export const CourtSide = z.enum(courtSides);
export type CourtSide = z.infer<typeof CourtSide>;

/** Words for the sides of a case. */
export const courtSideWords: Record<CourtSide, Word> = {
  plaintiff: ['原告', 'Plaintiff'],
  defendant: ['被告', 'Defendant'],
};

const none = z.literal('');

/** A party of the case. The number of the opposing party is often unknown. */
export const CourtParty = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('person'),
    side: CourtSide,
    name: nameOf(personNameLength),
    idNumber: z.union([none, IdNumber]).default(''),
  }),
  z.strictObject({
    kind: z.literal('company'),
    side: CourtSide,
    name: nameOf(companyNameLength),
    idNumber: z.union([none, CreditCode]).default(''),
  }),
]);
export type CourtParty = z.infer<typeof CourtParty>;

/** An entry of the list: an attestation, and the fact that it is meant to prove. */
export const CourtItem = z.strictObject({
  ano: z.string().trim().min(1).max(40),
  /** Name of the evidence. */
  name: z.string().trim().max(courtLimits.name).default(''),
  source: z.string().trim().max(courtLimits.source).default(''),
  /** The fact that it is meant to prove. */
  purpose: z.string().trim().max(courtLimits.purpose).default(''),
  /** Pages in the paper exhibits, `3` or `3-8`; empty if there are none. */
  pages: z
    .string()
    .trim()
    .regex(/^(\d{1,4}(-\d{1,4})?)?$/, 'courtPages')
    .default(''),
});
export type CourtItem = z.infer<typeof CourtItem>;

/** An application before it is checked for completeness: every part may be missing. */
export const CourtDraft = z.strictObject({
  court: z.string().trim().max(courtLimits.court).default(''),
  /** Number of the case; empty before there is one. */
  caseNo: z.string().trim().max(courtLimits.caseNo).default(''),
  /** Cause of action, in the official wording or in the applicant's. */
  cause: z.string().trim().max(courtLimits.cause).default(''),
  parties: z.array(CourtParty).max(courtLimits.parties).default([]),
  /** The list, in order. */
  items: z
    .array(CourtItem)
    .max(courtLimits.items)
    .refine((items) => new Set(items.map(({ ano }) => ano)).size === items.length, { params: { says: 'each once' } })
    .default([]),
});
export type CourtDraft = z.infer<typeof CourtDraft>;

/** A complete application, whose list can be signed. */
export const CourtContent = CourtDraft.superRefine((content, context) => {
  const wrong = (path: (string | number)[], says = 'missing') =>
    context.addIssue({ code: 'custom', path, params: { says } });
  if (content.court === '') wrong(['court']);
  if (content.cause === '') wrong(['cause']);
  for (const side of courtSides) if (!content.parties.some((party) => party.side === side)) wrong(['parties', side]);
  if (content.items.length === 0) wrong(['items']);
  for (const [at, { name, source, purpose }] of content.items.entries()) {
    if (name === '') wrong(['items', at, 'name']);
    if (source === '') wrong(['items', at, 'source']);
    if (purpose === '') wrong(['items', at, 'purpose']);
  }
});

/** A check of a bundle that did not pass. */
export const CourtFinding = z.strictObject({
  check: z.string(),
  subject: z.string(),
  outcome: z.enum(['failed', 'not-checked']),
  zh: z.string(),
  en: z.string(),
});
export type CourtFinding = z.infer<typeof CourtFinding>;

/** Findings of the verification of an attestation's bundle, as of a time. */
export const CourtVerification = z.strictObject({
  verdict: z.enum(['passed', 'failed', 'not-checked']),
  at: time,
  /** Number of passed checks. */
  passed: Count,
  /** At most the first 20 that didn't pass. */
  findings: z.array(CourtFinding),
});
export type CourtVerification = z.infer<typeof CourtVerification>;

/** An attestation of an application, with its last verification. */
export const CourtEvidence = z.strictObject({
  ano: z.string(),
  kind: AttestationKind,
  /** The attestation's name. */
  title: z.string(),
  manifestSha256: z.string().nullable(),
  sealedAt: time.nullable(),
  /** Null before the first verification for this application. */
  verification: CourtVerification.nullable(),
});
export type CourtEvidence = z.infer<typeof CourtEvidence>;

/** A row of the list of applications. */
export const CourtApplicationRow = z.strictObject({
  id: z.string(),
  no: z.string(),
  state: CourtApplicationState,
  court: z.string(),
  caseNo: z.string(),
  cause: z.string(),
  parties: z.array(z.strictObject({ side: CourtSide, name: z.string() })),
  items: Count,
  createdAt: time,
  changedAt: time,
});
export type CourtApplicationRow = z.infer<typeof CourtApplicationRow>;

/** One event in the history of an application. */
export const CourtEvent = z.strictObject({
  event: z.string(),
  at: time,
  who: z.enum(['applicant', 'court']),
  name: z.string(),
  note: z.string(),
});
export type CourtEvent = z.infer<typeof CourtEvent>;

/** An application with everything in it. */
export const CourtApplication = z.strictObject({
  id: z.string(),
  no: z.string(),
  court: z.string(),
  caseNo: z.string(),
  cause: z.string(),
  parties: z.array(
    z.strictObject({ kind: z.enum(['person', 'company']), side: CourtSide, name: z.string(), idNumber: z.string() }),
  ),
  items: z.array(
    z.strictObject({
      ano: z.string(),
      name: z.string(),
      source: z.string(),
      purpose: z.string(),
      pages: z.string(),
    }),
  ),
  state: CourtApplicationState,
  /** Incremented with every change of the list. */
  version: Count,
  createdAt: time,
  changedAt: time,
  evidence: z.array(CourtEvidence),
  /** The signed list; null before it is prepared. */
  list: z.strictObject({ sha256: z.string(), signedAt: time, sizeBytes: Count }).nullable(),
  /** The court's reference; null unless it was submitted through the gateway. */
  reference: z.string().nullable(),
  /** Why the court returned it; null otherwise. */
  reason: z.string().nullable(),
  /** The connected court that it can be submitted to; null if there is none, so that the applicant files it. */
  gateway: z.strictObject({ name: z.string(), isDevelopment: z.boolean() }).nullable(),
  events: z.array(CourtEvent),
});
export type CourtApplication = z.infer<typeof CourtApplication>;
