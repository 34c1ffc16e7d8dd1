import { z } from 'zod';
import { anoPattern, digest, line, time } from './fields.ts';
import { canonicalBytes } from './jcs.ts';

/** A sentence of the record: name, arguments, and English text. */
interface CustodyMessage {
  name: string;
  values: Record<string, string | number | CustodyMessage>;
  text: string;
}
const CustodyMessage: z.ZodType<CustodyMessage, CustodyMessage> = z.strictObject({
  name: z.string(),
  get values() {
    return z.record(z.string(), z.union([z.string(), z.number(), CustodyMessage]));
  },
  text: z.string(),
});

/** One event of the custody record. */
export const CustodyEntry = z.strictObject({
  /** Numbered from 1 without gaps. */
  n: z.int().positive(),
  at: time,
  /** Number of the capture attempt, from 1. */
  attempt: z.int().positive(),
  event: line,
  /** Id of a user, name of a capture node, `service`, or `visitor`. */
  by: line,
  /** Id of the person who acted as that user; null if they used their own login. */
  person: line.nullable(),
  messages: z.array(CustodyMessage),
  /** SHA-256 of `custodyEntryBytes`, which include the previous entry's digest. */
  sha256: digest,
});
export type CustodyEntry = z.infer<typeof CustodyEntry>;

/** `proof/custody.json` is the RFC 8785 form of this value: the custody record up to the certificate. */
export const CustodyRecord = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-custody'),
  ano: z.string().regex(anoPattern),
  /** The users in the entries, with their names in the account when the certificate is made. */
  users: z.array(z.strictObject({ id: line, role: z.enum(['holder', 'member']), name: line })),
  events: z.array(CustodyEntry).min(1),
});
export type CustodyRecord = z.infer<typeof CustodyRecord>;

/**
 * The bytes whose SHA-256 links an entry to the previous one. @param previous digest of that entry; null for the first
 */
export const custodyEntryBytes = (
  ano: string,
  { n, at, attempt, event, by, person, messages }: Omit<CustodyEntry, 'sha256'>,
  previous: string | null,
): Uint8Array => canonicalBytes({ ano, n, at, attempt, event, by, person, messages, previous });
