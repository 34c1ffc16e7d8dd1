import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { DocumentSigner } from '../../kit/document-signer.ts';
import type { Log } from '../../log/log.ts';
import { systemActor } from './identification.ts';
import { appendEntry, headKey } from './journal/journal.ts';
import { findUnstamped, findUnstampedMatters, hasHead, insertHead, lastEntry } from './journal/store.ts';
import { findMatter, lockMatter } from './store.ts';

export interface StampDeps {
  database: Database;
  log: Pick<Log, 'logged'>;
  signer: Pick<DocumentSigner, 'token'>;
  clock: () => Date;
  jobs: () => Pick<Jobs, 'send'>;
}

/**
 * Readers of a bundle don't trust the time of an entry that was timestamped more than a day late, unless the journal
 * explains why.
 */
const lateMs = 12 * 3_600_000;

/** Records in the journal which entries had no timestamp because of an outage. */
async function stateOutage({ database, jobs, clock }: StampDeps, matterId: string): Promise<void> {
  if (!(await unstatedRange(database.pool, matterId, clock()))) return;
  await database.transaction(async (db) => {
    const row = await lockMatter(db, matterId);
    const now = clock();
    // Another job may have recorded it meanwhile.
    const detail = await unstatedRange(db, matterId, now);
    if (!row || !detail) return;
    const { no } = row;
    await appendEntry(db, jobs(), {
      matterId,
      no,
      actor: systemActor,
      event: 'stamped-late',
      detail,
      origin: null,
      now,
    });
  });
}

/**
 * The entries to state: all without a timestamp, if at least one is late and not named by a statement. A statement
 * needs a timestamp too, so a long outage needs several, each naming those before it.
 */
async function unstatedRange(db: Client, matterId: string, now: Date): Promise<{ from: number; until: number } | null> {
  const waiting = await findUnstamped(db, matterId);
  const stated = Math.max(0, ...waiting.map(({ statedUntil }) => statedUntil ?? 0));
  const isLate = waiting.some(({ seq, at }) => seq > stated && now.getTime() - at.getTime() > lateMs);
  const [first, last] = [waiting.at(0), waiting.at(-1)];
  return isLate && first && last ? { from: first.seq, until: last.seq } : null;
}

/** The timestamp job retries for half a day. */
const givenUpMs = 13 * 3_600_000;

/** Enqueues timestamps again for matters whose job gave up, for example during a long outage of the log. */
export async function resumeStamps({ database, jobs, clock }: StampDeps): Promise<void> {
  const before = new Date(clock().getTime() - givenUpMs);
  for (const matterId of await findUnstampedMatters(database.pool, before))
    await jobs().send(database.pool, 'stamp-matter', { matterId });
}

/**
 * Timestamps the newest entry of a journal once the log contains it. Safe to run twice: a timestamp is stored once per
 * entry. If another entry is appended while waiting for the log, that one is timestamped instead: a token must not be
 * newer than an entry that it doesn't cover.
 */
export async function stampHead(deps: StampDeps, matterId: string): Promise<void> {
  const { database, log, signer, clock } = deps;
  const { pool } = database;
  await stateOutage(deps, matterId);
  const matter = await findMatter(pool, matterId);
  let head = await lastEntry(pool, matterId);
  if (!matter || !head) return;
  for (let seq = 0; seq !== head.seq; head = (await lastEntry(pool, matterId)) ?? head) {
    seq = head.seq;
    await log.logged(headKey(matter.no, seq));
  }
  if (await hasHead(pool, { matterId, seq: head.seq })) return;
  const token = await signer.token(Buffer.from(head.sha256, 'hex'));
  await insertHead(pool, { matterId, seq: head.seq, token, now: clock() });
}
