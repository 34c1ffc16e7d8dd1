import { accountDay, costCenterPath, expiryNoticeDays, named, packagePath, say } from '@proofkeep/contract';
import type { Database } from '../../database/database.ts';
import type { JobHandlers } from '../../jobs/jobs.ts';
import { formatYuan } from '../../kit/yuan.ts';
import { notify } from '../messages/service.ts';
import { takeExpiring, takeFallen } from './notice-store.ts';

export const costCenterJobs = (database: Database): Pick<JobHandlers, 'tell-money'> => ({
  'tell-money': () => tellMoney(database, new Date()),
});

/** What is told is taken in the same transaction: whoever does it at the same time has nothing left to tell. */
export async function tellMoney(database: Database, now: Date): Promise<void> {
  await database.transaction(async (db) => {
    for (const { accountId, balanceCents, lowCents } of await takeFallen(db)) {
      const values = { balance: formatYuan(balanceCents), threshold: formatYuan(lowCents) };
      await notify(db, { accountId, kind: 'billing', said: say('message.balance-low', values), link: costCenterPath });
    }
  });
  // The shortest first: one that was away for long is told of once.
  for (const days of expiryNoticeDays.toReversed())
    await database.transaction(async (db) => {
      for (const { accountId, packageId, zh, en, expiresAt } of await takeExpiring(db, days, now)) {
        const values = { package: named({ zh, en }), day: accountDay(expiresAt) };
        const said = say('message.package-expiring', values);
        await notify(db, { accountId, kind: 'billing', said, link: packagePath(packageId) });
      }
    });
}
