import { z } from 'zod';
import { Cents } from '../money/money.ts';
import { Count } from '../shared/lists.ts';
import { MatterDetail, MatterQuestion, MatterRow } from './matter.ts';

/** A matter in a notary's queue. */
export const QueuedMatter = MatterRow.omit({ turn: true }).extend({ notaryName: z.string().nullable() });
export type QueuedMatter = z.infer<typeof QueuedMatter>;

/** Result of verifying an attestation again, with every file of its bundle read from the store. */
export const VerifiedEvidence = z.strictObject({
  ano: z.string(),
  isIntact: z.boolean(),
  /** Checks that passed. */
  checks: Count,
  /** Checks that failed, in both languages. */
  failures: z.array(z.strictObject({ zh: z.string(), en: z.string() })),
  /** Hex; null for an attestation that is not certified. */
  manifestSha256: z.string().nullable(),
  verifiedAt: z.iso.datetime(),
});
export type VerifiedEvidence = z.infer<typeof VerifiedEvidence>;

/** A matter as shown to the notary: full identity numbers, and the questions of the transcript. */
export const NotaryMatter = MatterDetail.extend({
  /** Incremented with every change of the matter. Every decision names the version it is about. */
  version: Count,
  accountName: z.string(),
  questions: z.array(MatterQuestion),
  /** Newest verification of each attestation, if verified since the application was submitted. */
  verified: z.array(VerifiedEvidence),
  /** The notary who handles it; null if none is assigned. */
  notaryId: z.string().nullable(),
  /** The fee that accepting now would fix, by the current price list. */
  dueFeeCents: Cents,
  /**
   * The initial statement of a deed: the office's template, filled in; empty while the application may be incomplete.
   */
  deedText: z.string(),
  /** Whether the calling notary handles it. */
  isMine: z.boolean(),
});
export type NotaryMatter = z.infer<typeof NotaryMatter>;
