import { z } from 'zod';
import { line, time } from './fields.ts';

/** What a reviewer or an identity provider found about a company or a person, as of the submission. */
export const Certification = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('enterprise'),
    /** As registered. */
    name: line,
    /** Unified social credit code (GB 32100-2015). */
    number: z.string().regex(/^[0-9A-HJ-NPQRTUWXY]{18}$/),
    by: z.literal('review'),
    at: time,
  }),
  z.strictObject({
    kind: z.literal('personal'),
    /** As on the identity card. */
    name: line,
    /** Identity number (GB 11643-1999): the first three and the last four characters, never the rest. */
    number: z.string().regex(/^\d{3}\*{11}\d{3}[\dX]$/),
    /** `review`: people of the platform compared documents. */
    by: z.enum(['review', 'alipay']),
    at: time,
  }),
]);

/** Whose evidence it is, as known when it was submitted. */
export const Applicant = z.strictObject({
  /** Account name, chosen by its holder and not verified. */
  account: line,
  /** The account's certified company, else its certified holder; null when neither was certified. */
  certification: Certification.nullable(),
  /** When it was submitted: what became of the certification later does not count. */
  asOf: time,
});
export type Applicant = z.infer<typeof Applicant>;

/** Who had the page captured. */
export const Operator = z.strictObject({
  /** Of the account; `installation`: whoever runs the command line, where there is no account. */
  role: z.enum(['holder', 'member', 'installation']),
  /** Masked when certified; otherwise chosen by themselves. */
  name: line,
  isCertified: z.boolean(),
  /** Name of the member whose login they used; null when it was their own. */
  actingAs: line.nullable(),
});
export type Operator = z.infer<typeof Operator>;
