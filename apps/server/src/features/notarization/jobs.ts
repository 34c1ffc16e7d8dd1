import type { Database } from '../../database/database.ts';
import type { JobHandlers, Jobs } from '../../jobs/jobs.ts';
import type { DocumentSigner } from '../../kit/document-signer.ts';
import type { Vault } from '../../kit/vault.ts';
import type { Log } from '../../log/log.ts';
import type { TextMessages } from '../../providers/text-messages.ts';
import type { Store } from '../../store/store.ts';
import { embedSignatures } from './documents/revisions.ts';
import { textParties } from './party-texts.ts';
import { remindOfSessions } from './reservations/reminders.ts';
import { resumeStamps, stampHead } from './stamp-head.ts';

interface NotarizationJobDeps {
  database: Database;
  log: Pick<Log, 'logged'>;
  store: Store;
  vault: Vault;
  signer: DocumentSigner;
  clock: () => Date;
  textMessages: TextMessages;
  publicUrl: string;
  jobs: () => Jobs;
}

export const notarizationJobs = (
  deps: NotarizationJobDeps,
): Pick<JobHandlers, 'stamp-matter' | 'text-parties' | 'resume-stamps' | 'embed-signatures' | 'remind-sessions'> => ({
  'stamp-matter': ({ matterId }) => stampHead(deps, matterId),
  'text-parties': (entry) => textParties(deps, entry),
  'resume-stamps': () => resumeStamps(deps),
  'remind-sessions': () => remindOfSessions(deps),
  'embed-signatures': async ({ documentId }) => void (await embedSignatures(deps.database.pool, deps, documentId)),
});
