import { randomBytes } from 'node:crypto';
import { canonicalBytes, canonicalText } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import type { MatterJournalEntry, MatterJournalEvent } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { insertLeaves } from '../../../log/store.ts';
import { findEntries, insertEntry, lastEntry } from './store.ts';

/** The person or system component that acts in a matter. */
export interface MatterActor {
  role: 'applicant' | 'party' | 'notary' | 'system';
  /** Id of the login, party or staff member; null for the system. */
  id: string | null;
  name: string;
}

/** Where an act came from, as seen by the server. */
export interface ActOrigin {
  address: string;
  userAgent: string;
}

export interface NewEntry {
  matterId: string;
  no: string;
  actor: MatterActor;
  event: MatterJournalEvent;
  detail: Record<string, unknown>;
  /** Null for the system. */
  origin: ActOrigin | null;
  /** Time of the act; the entry gets the time of the last entry if that is later. */
  now: Date;
}

/**
 * Text that an entry commits to by its digest. All parties get the journal but must not see each other's network
 * address and browser, so the text is stored beside the entry; the salt keeps the digest from being guessed.
 */
const saltedOrigin = ({ address, userAgent }: ActOrigin): string =>
  canonicalText({ salt: randomBytes(16).toString('hex'), address, userAgent });

/** Key of the log's leaf for an entry of a matter's journal. */
export const headKey = (no: string, seq: number): string => `matter:${no}:${seq}`;

/**
 * Appends to a matter's journal, in the transaction of the act and under the lock of the matter's row. The digest of
 * the entry, which includes the digest of the previous one, goes into the log, so a later change is detectable. A job
 * timestamps the entry at once, so its time can be checked. @returns its number
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
  // Logs only the digest: the log is public, and only the parties know a matter's number.
  const leaf = { v: 1, type: 'proofkeep-matter-head', sha256 };
  await insertLeaves(db, [{ key: headKey(entry.no, seq), bytes: Buffer.from(canonicalBytes(leaf)) }]);
  await jobs.send(db, 'stamp-matter', { matterId: entry.matterId });
  return seq;
}

/**
 * A call that waited for the lock may have read the clock before the call that held it; entries must state times in
 * order.
 */
const notBefore = (last: { at: Date } | undefined, now: Date): Date => (last && last.at > now ? last.at : now);

/** The time for the next entry. The caller holds the lock of the matter's row until the entry is appended. */
export const entryTime = async (db: Client, matterId: string, now: Date): Promise<Date> =>
  notBefore(await lastEntry(db, matterId), now);

/** The journal in readable form. */
export async function journalOf(db: Client, matterId: string): Promise<MatterJournalEntry[]> {
  return (await findEntries(db, matterId)).map(({ seq, at, entry, sha256 }) => {
    const { actor, event, detail } = JSON.parse(entry) as Pick<NewEntry, 'actor' | 'event' | 'detail'>;
    return { seq, at: at.toISOString(), actor: { role: actor.role, name: actor.name }, event, detail, sha256 };
  });
}
