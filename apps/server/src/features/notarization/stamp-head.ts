import type { Database } from '../../database/database.ts';
import type { DocumentSigner } from '../../kit/document-signer.ts';
import type { Log } from '../../log/log.ts';
import { headKey } from './journal/journal.ts';
import { insertHead, lastEntry } from './journal/store.ts';
import { findMatter } from './store.ts';

export interface StampDeps {
  database: Database;
  log: Pick<Log, 'logged'>;
  signer: Pick<DocumentSigner, 'token'>;
  clock: () => Date;
}

/** Timestamps the newest entry of a journal once the log has it. Safe to run twice: a head is kept once. */
export async function stampHead(
  { database: { pool }, log, signer, clock }: StampDeps,
  matterId: string,
): Promise<void> {
  const matter = await findMatter(pool, matterId);
  const head = await lastEntry(pool, matterId);
  if (!matter || !head) return;
  await log.logged(headKey(matter.no, head.seq));
  const token = await signer.token(Buffer.from(head.sha256, 'hex'));
  await insertHead(pool, { matterId, seq: head.seq, token, now: clock() });
}
