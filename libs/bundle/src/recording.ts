import { z } from 'zod';
import { anoPattern, digest, size, time } from './fields.ts';
import { canonicalBytes } from './jcs.ts';

const natural = z.int().nonnegative();
/** A range of a file's bytes with its digest. */
const Range = z.strictObject({ offset: size, size, sha256: digest });

/** Fields of a chunk that its head covers. */
const chunk = {
  n: natural,
  /** Milliseconds since the start of the recording; each chunk begins where the previous one ended. */
  fromMs: natural,
  toMs: natural,
  frames: natural,
  /** Part of `data/recording.mkv`. */
  video: Range,
  /** Part of `data/events.jsonl`. */
  events: Range,
  /**
   * Absent before 2026-11-23. `connections`: part of `data/connections.jsonl`, absent in older chunks. `warc`: the
   * part of `archive/data.warc.gz` in `data/page.wacz` written during the chunk.
   * `index`: the corresponding lines of its index, which is sorted at the end. `waiting`: requests without a complete
   * response at that time.
   */
  network: z.strictObject({ connections: Range.optional(), warc: Range, index: Range, waiting: natural }).optional(),
  /** Head of the previous chunk, or the digest of `RecordingStart` for the first chunk. */
  previous: digest,
};

/**
 * One line of `data/chunks.jsonl`: at most a few seconds of a live session's recording. `head` is the SHA-256 of the
 * RFC 8785 form of the other properties, so that each head covers everything recorded so far.
 */
export const RecordingChunk = z.strictObject({ ...chunk, head: digest });
export type RecordingChunk = z.infer<typeof RecordingChunk>;

/** The value to which the first chunk of a session is chained. */
export const RecordingStart = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-recording'),
  ano: z.string(),
  startedAt: time,
});
export type RecordingStart = z.infer<typeof RecordingStart>;

/** Bytes whose SHA-256 is the head of a chunk. */
export const chunkBytes = ({ head: _head, ...rest }: Omit<RecordingChunk, 'head'> & { head?: string }): Uint8Array =>
  canonicalBytes(rest);

/** Bytes whose SHA-256 is `previous` in the first chunk. */
export const startBytes = (ano: string, startedAt: string): Uint8Array =>
  canonicalBytes({ v: 1, type: 'proofkeep-recording', ano, startedAt } satisfies RecordingStart);

/**
 * `data/heads.json`: heads of the chain that the service timestamped while the session ran, about once a minute. `token` is
 * the base64 of a DER TimeStampToken over the head's 32 bytes.
 */
export const RecordingHeads = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-heads'),
  ano: z.string().regex(anoPattern),
  heads: z.array(z.strictObject({ n: natural, head: digest, token: z.base64() })),
});
export type RecordingHeads = z.infer<typeof RecordingHeads>;

/** Log entry for a head that was timestamped during the session. */
export const HeadLeaf = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-head'),
  head: digest,
  /** SHA-256 of the token. */
  tokenSha256: digest,
});
export type HeadLeaf = z.infer<typeof HeadLeaf>;

/** The log entry of a head, as bytes. */
export const headLeafBytes = (head: string, tokenSha256: string): Uint8Array =>
  canonicalBytes({ v: 1, type: 'proofkeep-head', head, tokenSha256 } satisfies HeadLeaf);

/** `proof/heads.json`: the C2SP tlog-proof of the log entry for each head in `data/heads.json`. */
export const HeadProofs = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-head-proofs'),
  ano: z.string().regex(anoPattern),
  proofs: z.array(z.strictObject({ n: natural, proof: z.string().max(20_000) })),
});
export type HeadProofs = z.infer<typeof HeadProofs>;
