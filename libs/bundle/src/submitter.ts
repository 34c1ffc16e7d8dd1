import { z } from 'zod';
import { line, time } from './fields.ts';

/** A verified real name of a company or person, as of the submission. */
export const Certification = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('enterprise'),
    /** The company's registered name. */
    name: line,
    /** Unified social credit code (GB 32100-2015). */
    number: z.string().regex(/^[0-9A-HJ-NPQRTUWXY]{18}$/),
    by: z.literal('review'),
    at: time,
  }),
  z.strictObject({
    kind: z.literal('personal'),
    /** The name on the identity card. */
    name: line,
    /** Identity number (GB 11643-1999): the first three and the last four characters, never the rest. */
    number: z.string().regex(/^\d{3}\*{11}\d{3}[\dX]$/),
    /** `review`: staff of the platform compared documents. */
    by: z.enum(['review', 'alipay']),
    at: time,
  }),
]);

/** The owner of the evidence, as known at submission. */
export const Applicant = z.strictObject({
  /** Account name chosen by the holder; not verified. */
  account: line,
  /** The account's certified company, otherwise its certified holder; null if neither was certified. */
  certification: Certification.nullable(),
  /** Time of submission; later changes of the certification are ignored. */
  asOf: time,
});
export type Applicant = z.infer<typeof Applicant>;

/** The person who ordered the capture. */
export const Operator = z.strictObject({
  /** Role in the account; `installation`: captured from the command line, without an account. */
  role: z.enum(['holder', 'member', 'installation']),
  /** Masked if certified, otherwise chosen by the user. */
  name: line,
  isCertified: z.boolean(),
  /** Name of the member whose login they used; null if their own. */
  actingAs: line.nullable(),
});
export type Operator = z.infer<typeof Operator>;
