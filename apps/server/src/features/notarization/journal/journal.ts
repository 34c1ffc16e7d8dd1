import { randomBytes } from 'node:crypto';
import { canonicalBytes, canonicalText } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import type { MatterJournalEntry } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { insertLeaves } from '../../../log/store.ts';
import { findEntries, insertEntry, lastEntry } from './store.ts';

/** The person or part of the platform that does something in a matter. */
export interface MatterActor {
  role: 'applicant' | 'party' | 'notary' | 'system';
  /** Login, party or staff member; null for the system. */
  id: string | null;
  name: string;
}

/** Where an act came from, as the server saw it. */
export interface ActOrigin {
  address: string;
  userAgent: string;
}

export interface NewEntry {
  matterId: string;
  no: string;
  actor: MatterActor;
  event: string;
  detail: Record<string, unknown>;
  /** Null for the system. */
  origin: ActOrigin | null;
  /** Time of the act; the entry states a later one if the journal has a later entry already. */
  now: Date;
}

/**
 * Text that an entry commits to by its digest. All parties get the journal, and network address and browser of one are no
 * business of the others: the text stays beside the entry, and the salt keeps the digest from being guessed.
 */
const saltedOrigin = ({ address, userAgent }: ActOrigin): string =>
  canonicalText({ salt: randomBytes(16).toString('hex'), address, userAgent });

/** Key of the log's leaf for an entry of a matter's journal. */
export const headKey = (no: string, seq: number): string => `matter:${no}:${seq}`;

/**
 * Appends to a matter's journal, in the transaction of the act and under the lock of the matter's row. The digest of the entry,
 * which contains the one before, goes into the log: an entry changed later no longer has the digest that was logged. A job
 * timestamps it at once, so that the time it states can be checked.
 * @returns its number
 */
export async function appendEntry(db: Client, jobs: Pick<Jobs, 'send'>, entry: NewEntry): Promise<number> {
  const before = await lastEntry(db, entry.matterId);
  const at = notBefore(before, entry.now);
  const seq = (before?.seq ?? 0) + 1;
  const origin = entry.origin && saltedOrigin(entry.origin);
  const text = canonicalText({
    v: 1,
    type: 'proofkeep-matter-journal',
    matter: entry.no,
    seq,
    at: at.toISOString(),
    actor: entry.actor,
    event: entry.event,
    detail: entry.detail,
    originSha256: origin === null ? null : sha256Hex(Buffer.from(origin)),
    previous: before?.sha256 ?? null,
  });
  const sha256 = sha256Hex(Buffer.from(text));
  await insertEntry(db, entry.matterId, { seq, at, entry: text, sha256, origin });
  // Only the digest: the log is public, and a matter's number is known to its parties alone.
  const leaf = { v: 1, type: 'proofkeep-matter-head', sha256 };
  await insertLeaves(db, [{ key: headKey(entry.no, seq), bytes: Buffer.from(canonicalBytes(leaf)) }]);
  await jobs.send(db, 'stamp-matter', { matterId: entry.matterId });
  return seq;
}

/** A call that waited for the lock read the clock before the call that held it; entries state times in their order. */
const notBefore = (last: { at: Date } | undefined, now: Date): Date => (last && last.at > now ? last.at : now);

/** The time that the next entry states. The caller holds the lock of the matter's row until it is appended. */
export const entryTime = async (db: Client, matterId: string, now: Date): Promise<Date> =>
  notBefore(await lastEntry(db, matterId), now);

/** The journal as people read it. */
export async function journalOf(db: Client, matterId: string): Promise<MatterJournalEntry[]> {
  return (await findEntries(db, matterId)).map(({ seq, at, entry, sha256 }) => {
    const { actor, event, detail } = JSON.parse(entry) as Pick<NewEntry, 'actor' | 'event' | 'detail'>;
    return { seq, at: at.toISOString(), actor: { role: actor.role, name: actor.name }, event, detail, sha256 };
  });
}
