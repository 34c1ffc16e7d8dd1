import { message, previewDays } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import { notify } from '../../messages/service.ts';
import { findUnsummarised } from './store.ts';
import { findExpiredSummary, takeSummary } from './submission-store.ts';

const pageOf = (id: string) => `/attestation/batch/${id}`;

/** Sends one message about each finished submission of several attestations. */
export async function summariseSubmissions(database: Database): Promise<void> {
  for (const id of await findUnsummarised(database.pool)) await database.transaction((db) => summarise(db, id));
}

async function summarise(db: Client, id: string): Promise<void> {
  const summary = await takeSummary(db, id);
  if (!summary) return;
  const { loginId, size, preserved, waiting, failed, ...named } = summary;
  const sentence = message('message.batch-finished', { name: nameOf(named), count: size, preserved, waiting, failed });
  await notify(db, { loginId, kind: 'capture', message: sentence, link: pageOf(id) });
}

/**
 * @param expired how many previews of each submission weren't answered in time; a submission of one gets its own kind
 * of message
 */
export async function notifyOfExpired(database: Database, expired: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, count] of expired) {
    const found = await findExpiredSummary(database.pool, id);
    if (!found) continue;
    const sentence = message('message.batch-expired', { name: nameOf(found), expired: count, days: previewDays });
    const to = { loginId: found.loginId, kind: 'capture', message: sentence, link: pageOf(id) } as const;
    await database.transaction((db) => notify(db, to));
  }
}

/** The file's name, or the first URL. */
const nameOf = ({ name, firstName }: { name: string; firstName: string }): string => name || firstName;
