import { z } from 'zod';
import { digest } from './fields.ts';

/** A party, as in the journal's `accept` entry. */
export const RecordedParty = z.object({
  partyId: z.string(),
  role: z.string(),
  kind: z.string(),
  name: z.string(),
  /** The person who signs for a company; null for a natural person. */
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
  /** SHA-256 of the drawing of the office's seal on the acceptance notice; absent in entries of earlier versions. */
  seals: z.object({ office: digest }).optional(),
});

/** Detail of an entry that created documents. */
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
  /** SHA-256 of the drawings of the office's seal and the notary's; absent in entries of earlier versions. */
  seals: z.object({ office: digest, notary: digest }).optional(),
});
export type IssueDetail = z.infer<typeof IssueDetail>;

/** Detail of `recording-finished`: a recording of one person in a video session. */
export const RecordedSession = z.object({
  room: z.string(),
  recordingId: z.uuid(),
  /** Null: the notary. */
  partyId: z.string().nullable(),
  mediaType: z.enum(['video/webm', 'video/mp4']),
  chunks: z.int().positive(),
  sizeBytes: z.int().positive(),
  /** Head of the chain after the last piece. */
  head: digest,
  sha256: digest,
});
export type RecordedSession = z.infer<typeof RecordedSession>;

/** Detail of `recording-head`: the head of a recording's chain after a number of pieces. */
export const RecordedHead = z.object({ recordingId: z.uuid(), chunks: z.int().positive(), head: digest });

/** `recordings/….json`: the size in bytes of each piece of a recording, in order; the chain of the journal proves them. */
export const RecordingPieces = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-recording-pieces'),
  sizes: z.array(z.int().positive()).min(1).max(10_000),
});
export type RecordingPieces = z.infer<typeof RecordingPieces>;

/** Detail of the entry by which a party agreed to the recording of a video session. */
export const RoomConsentDetail = z.object({ room: z.string(), partyId: z.string(), wordsSha256: digest });

/** Detail of the entry by which a party gave consent. */
export const ConsentDetail = z.object({ partyId: z.string(), step: z.literal('statement'), wordsSha256: digest });

/** `consent/….json`: the consent text that a party accepted; its file name is the digest in the journal. */
export const ConsentWords = z.strictObject({
  version: z.int().positive(),
  language: z.enum(['zh', 'en']),
  paragraphs: z.array(z.string()).min(1),
});

/**
 * `handwriting/….json`: the strokes of a signature in units of a pad of 1,000 × 400, with time in milliseconds and
 * pressure.
 */
export const HandwritingStrokes = z
  .array(z.array(z.strictObject({ x: z.number(), y: z.number(), t: z.number(), p: z.number() })).min(1))
  .min(1);
export type HandwritingStrokes = z.infer<typeof HandwritingStrokes>;
