import { recoveryWaitDays } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import { writeOwnAudit } from '../../http/audit.ts';
import { removeFactors } from '../sign-in/service.ts';
import { holdRecovery, move } from './service.ts';
import { findDue, type RecoveryRow } from './store.ts';

const dayMs = 86_400_000;

/** What was approved a day ago takes effect; what nobody decided is over. Each in a transaction of its own; may be done twice. */
export async function finishRecoveries(database: Database, now: Date): Promise<void> {
  const askedBefore = new Date(now.getTime() - recoveryWaitDays * dayMs);
  for (const due of await findDue(database.pool, { now, askedBefore }))
    await database.transaction((db) => finishOne(db, due, now));
}

async function finishOne(db: Client, due: Pick<RecoveryRow, 'id' | 'personId'>, now: Date): Promise<void> {
  const row = await holdRecovery(db, due);
  // Somebody stopped it, or another server was faster.
  if (row.endedAt) return;
  const isScheduled = row.state === 'scheduled';
  // Approved since it was found, a moment before it would have expired.
  if (isScheduled && (row.effectiveAt === null || row.effectiveAt > now)) return;
  if (isScheduled) await removeFactors(db, row.personId);
  await move(db, row, { event: isScheduled ? 'finish' : 'expire', now });
  const event = isScheduled ? 'recovery.finished' : 'recovery.expired';
  await writeOwnAudit(db, { event, loginId: row.personId, subject: { recovery: row.id } });
}
