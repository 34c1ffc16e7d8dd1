import { idleLimitDays, matterPath, matterStates, message } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { eachAlone } from '../../kit/each-alone.ts';
import type { Vault } from '../../kit/vault.ts';
import { notify } from '../messages/service.ts';
import { releaseCorrection } from './corrected-files.ts';
import { systemActor } from './identification.ts';
import { moveMatter } from './lifecycle.ts';
import { findIdleMatters, type Idle, lockIdleMatter } from './reminder-store.ts';
import { type MatterDbRow, setReminded } from './store.ts';

export interface WatchDeps {
  database: Database;
  jobs: Jobs;
  vault: Vault;
  clock: () => Date;
}

const dayMs = 86_400_000;

const firstReminderDays = 7;
const nextReminderDays = 30;

/** States in which a matter waits for its applicant or parties, with the number of days until it expires. */
const limits = matterStates.flatMap((state) => {
  const days = idleLimitDays(state);
  return days === null ? [] : [{ state, days }];
});

/**
 * Reminds applicants of matters that wait for them or their parties, and ends those without an answer. Each matter has
 * its own transaction, so one failure stops no other; the job is retried. A matter expires no sooner than a week after
 * a reminder.
 */
export async function watchMatters({ database, jobs, vault, clock }: WatchDeps): Promise<void> {
  const now = clock();
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const rounds = limits.flatMap(({ state, days }): Round[] => [
    {
      idle: { state, idleSince: before(days), remindedBefore: before(firstReminderDays), isReminded: true },
      act: async (db, row) => {
        await releaseCorrection(db, { vault, jobs }, row);
        await moveMatter(db, jobs, row, { event: 'expire', actor: systemActor, origin: null, now });
      },
    },
    {
      idle: {
        state,
        idleSince: before(firstReminderDays),
        remindedBefore: before(nextReminderDays),
        isReminded: false,
      },
      act: (db, row) => remind(db, row, days, now),
    },
  ]);
  await eachAlone(rounds, async ({ idle, act }) =>
    eachAlone(await findIdleMatters(database.pool, idle), (id) =>
      database.transaction(async (db) => {
        const row = await lockIdleMatter(db, id, idle);
        if (row) await act(db, row);
      }),
    ),
  );
}

interface Round {
  idle: Idle;
  act: (db: Client, row: MatterDbRow) => Promise<void>;
}

async function remind(db: Client, row: MatterDbRow, days: number, now: Date): Promise<void> {
  await setReminded(db, row.id, now);
  const notice = message('message.matter-waiting', { no: row.no, days: String(days) });
  await notify(db, { accountId: row.accountId, kind: 'notarization', message: notice, link: matterPath(row.id) });
}
