import { recoveryWaitDays } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import { writeOwnAudit } from '../../http/audit.ts';
import { lockLogin, removeFactors } from '../identity/service.ts';
import { changeRecovery } from './lifecycle.ts';
import { type DueRecovery, findDue, isStillDue } from './store.ts';

const dayMs = 86_400_000;

/**
 * Finishes approved requests after their delay and expires undecided requests. Each request has its own transaction;
 * safe to run twice.
 */
export async function finishRecoveries(database: Database, now: Date): Promise<void> {
  const limits = { now, askedBefore: new Date(now.getTime() - recoveryWaitDays * dayMs) };
  for (const due of await findDue(database.pool, limits))
    await database.transaction((db) => finishOne(db, due, limits));
}

async function finishOne(db: Client, due: DueRecovery, limits: { now: Date; askedBefore: Date }): Promise<void> {
  const { id, personId, event } = due;
  await lockLogin(db, personId);
  // Meanwhile the person stopped it, an operator decided, or another server finished it.
  if (!(await isStillDue(db, due, limits))) return;
  if (event === 'finish') await removeFactors(db, personId);
  await changeRecovery(db, due, { event, who: 'clock', now: limits.now });
  const audited = event === 'finish' ? 'recovery.finished' : 'recovery.expired';
  await writeOwnAudit(db, { event: audited, loginId: personId, subject: { recovery: id } });
}
