import { z } from 'zod';
import { digest } from './fields.ts';

/** A party as the journal's `accept` names it. */
export const RecordedParty = z.object({
  partyId: z.string(),
  role: z.string(),
  kind: z.string(),
  name: z.string(),
  /** The person who signs for a company; null for a person. */
  representative: z.string().nullable(),
});
export type RecordedParty = z.infer<typeof RecordedParty>;

const RecordedDocument = z.object({
  kind: z.string(),
  version: z.int(),
  sha256: digest,
  /** Parties who have to sign this version. */
  signers: z.array(z.string()),
});

/** Detail of `accept`. */
export const AcceptDetail = z.object({
  office: z.string(),
  parties: z.array(RecordedParty).min(1),
  documents: z.array(RecordedDocument),
});

/** Detail of an entry that drew documents. */
export const DrawDetail = z.object({ documents: z.array(RecordedDocument).min(1) });

/** Detail of `documents-signed`. */
export const SignDetail = z.object({
  partyId: z.string(),
  signer: z.string(),
  via: z.enum(['phone', 'desk']),
  handwritingSha256: digest,
  documents: z.array(z.object({ kind: z.string(), version: z.int(), sha256: digest })).min(1),
});
export type SignDetail = z.infer<typeof SignDetail>;

/** Detail of `issue`. */
export const IssueDetail = z.object({
  deedNo: z.string(),
  statementSha256: digest,
  office: z.string(),
  notary: z.object({
    name: z.string(),
    licenceNo: z.string(),
    /** SHA-256 of the X.509 certificate (DER) with which the notary signed the deed. */
    certificateSha256: digest,
  }),
  documents: z.array(RecordedDocument),
});
export type IssueDetail = z.infer<typeof IssueDetail>;

/** Detail of the entry by which a party agreed to the words of consent. */
export const ConsentDetail = z.object({ partyId: z.string(), step: z.literal('statement'), wordsSha256: digest });

/** `consent/….json`: the words that a party agreed to, named by the digest that the journal has. */
export const ConsentWords = z.strictObject({
  version: z.int().positive(),
  language: z.enum(['zh', 'en']),
  paragraphs: z.array(z.string()).min(1),
});

/** `handwriting/….json`: the strokes of a signature in units of a pad of 1,000 × 400, with milliseconds and pressure. */
export const HandwritingStrokes = z
  .array(z.array(z.strictObject({ x: z.number(), y: z.number(), t: z.number(), p: z.number() })).min(1))
  .min(1);
export type HandwritingStrokes = z.infer<typeof HandwritingStrokes>;
