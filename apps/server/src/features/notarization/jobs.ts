import type { Database } from '../../database/database.ts';
import type { JobHandlers } from '../../jobs/jobs.ts';
import type { DocumentSigner } from '../../kit/document-signer.ts';
import type { Vault } from '../../kit/vault.ts';
import type { Log } from '../../log/log.ts';
import type { TextMessages } from '../../providers/text-messages.ts';
import type { Store } from '../../store/store.ts';
import { embedSignatures } from './documents/revisions.ts';
import { headKey } from './journal/journal.ts';
import { insertHead, lastEntry } from './journal/store.ts';
import { remindOfSessions } from './reservations/reminders.ts';
import { findMatter } from './store.ts';

interface NotarizationJobDeps {
  database: Database;
  log: Pick<Log, 'logged'>;
  store: Store;
  vault: Vault;
  signer: DocumentSigner;
  clock: () => Date;
  textMessages: TextMessages;
}

export const notarizationJobs = (
  deps: NotarizationJobDeps,
): Pick<JobHandlers, 'stamp-matter' | 'embed-signatures' | 'remind-sessions'> => ({
  'stamp-matter': ({ matterId }) => stampHead(deps, matterId),
  'remind-sessions': () => remindOfSessions(deps),
  'embed-signatures': async ({ documentId }) => void (await embedSignatures(deps.database.pool, deps, documentId)),
});

/** Timestamps the newest entry of a journal once the log has it. Safe to run twice: a head is kept once. */
async function stampHead(
  { database: { pool }, log, signer, clock }: NotarizationJobDeps,
  matterId: string,
): Promise<void> {
  const matter = await findMatter(pool, matterId);
  const head = await lastEntry(pool, matterId);
  if (!matter || !head) return;
  await log.logged(headKey(matter.no, head.seq));
  const token = await signer.token(Buffer.from(head.sha256, 'hex'));
  await insertHead(pool, { matterId, seq: head.seq, token, now: clock() });
}
