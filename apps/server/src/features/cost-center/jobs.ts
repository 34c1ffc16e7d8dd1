import { accountDay, costCenterPath, expiryNoticeDays, message, named, packagePath } from '@proofkeep/contract';
import type { Database } from '../../database/database.ts';
import type { JobHandlers } from '../../jobs/jobs.ts';
import { formatYuan } from '../../kit/yuan.ts';
import { notify } from '../messages/service.ts';
import { takeBalanceFalls, takeExpiringPackages } from '../money/service.ts';

export const costCenterJobs = (database: Database): Pick<JobHandlers, 'send-money-notices'> => ({
  'send-money-notices': () => sendMoneyNotices(database, new Date()),
});

/**
 * Reads and clears pending notices in the transaction that sends them, so that two concurrent runs never notify twice.
 */
export async function sendMoneyNotices(database: Database, now: Date): Promise<void> {
  await database.transaction(async (db) => {
    for (const { accountId, balanceCents, lowCents } of await takeBalanceFalls(db)) {
      const values = { balance: formatYuan(balanceCents), threshold: formatYuan(lowCents) };
      await notify(db, {
        accountId,
        kind: 'billing',
        message: message('message.balance-low', values),
        link: costCenterPath,
      });
    }
  });
  // Shortest term first: after a long outage, a package causes one notice, not several.
  for (const days of expiryNoticeDays.toReversed())
    await database.transaction(async (db) => {
      for (const { accountId, packageId, zh, en, expiresAt } of await takeExpiringPackages(db, days, now)) {
        const values = { package: named({ zh, en }), day: accountDay(expiresAt) };
        const sentence = message('message.package-expiring', values);
        await notify(db, { accountId, kind: 'billing', message: sentence, link: packagePath(packageId) });
      }
    });
}
