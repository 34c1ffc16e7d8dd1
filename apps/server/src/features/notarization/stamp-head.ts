import type { Database } from '../../database/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { DocumentSigner } from '../../kit/document-signer.ts';
import type { Log } from '../../log/log.ts';
import { systemActor } from './identification.ts';
import { appendEntry, headKey } from './journal/journal.ts';
import { findUnstamped, hasHead, insertHead, lastEntry } from './journal/store.ts';
import { findMatter, lockMatter } from './store.ts';

export interface StampDeps {
  database: Database;
  log: Pick<Log, 'logged'>;
  signer: Pick<DocumentSigner, 'token'>;
  clock: () => Date;
  jobs: () => Pick<Jobs, 'send'>;
}

/** Readers of a bundle don't believe the time of an entry whose timestamp comes a day later, unless the journal says why. */
const lateMs = 12 * 3_600_000;

/** States in the journal itself which entries an outage kept without a timestamp. */
async function stateOutage({ database, jobs, clock }: StampDeps, matterId: string): Promise<void> {
  const now = clock();
  const isLate = (entry: { at: Date } | undefined) => entry && now.getTime() - entry.at.getTime() > lateMs;
  const [first, ...others] = await findUnstamped(database.pool, matterId);
  if (!first || !isLate(first) || others.some(({ event }) => event === outage)) return;
  await database.transaction(async (db) => {
    const row = await lockMatter(db, matterId);
    const last = await lastEntry(db, matterId);
    if (!row || !last) return;
    const detail = { from: first.seq, until: last.seq };
    const { no } = row;
    await appendEntry(db, jobs(), { matterId, no, actor: systemActor, event: outage, detail, origin: null, now });
  });
}

const outage = 'stamped-late';

/**
 * Timestamps the newest entry of a journal once the log has it. Safe to run twice: a head is kept once. An entry that follows
 * while the log is waited for is timestamped in its place: a token must not be newer than an entry that it doesn't cover.
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
