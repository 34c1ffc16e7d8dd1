import { z } from 'zod';

const time = z.iso.datetime();

const Certification = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('enterprise'),
    name: z.string(),
    /** Unified social credit code. */
    number: z.string(),
    by: z.literal('review'),
    at: time,
  }),
  z.strictObject({
    kind: z.literal('personal'),
    name: z.string(),
    /** Identity number, masked. */
    number: z.string(),
    by: z.enum(['review', 'alipay']),
    at: time,
  }),
]);
/** A certified name in the details of a submitter. */
export type Certification = z.infer<typeof Certification>;

/** Whose evidence it is, as fixed at submission; fields as in `manifest.json`. */
export const Applicant = z.strictObject({
  /** Account name, chosen by its holder and not verified. */
  account: z.string(),
  /** The account's certified company, otherwise its certified holder; null if neither was certified. */
  certification: Certification.nullable(),
  asOf: time,
});
export type Applicant = z.infer<typeof Applicant>;

/** The submitter of the page; fields as in `manifest.json`. */
export const Operator = z.strictObject({
  role: z.enum(['holder', 'member', 'installation']),
  /** Masked if certified; otherwise chosen by the user. */
  name: z.string(),
  isCertified: z.boolean(),
  /** Name of the member whose login they used; null if it was their own. */
  actingAs: z.string().nullable(),
});
export type Operator = z.infer<typeof Operator>;
