import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { postTransfer } from '../../apps/server/src/features/money/service.ts';

/** Adds money to the balance of the account with this phone, in the ledger of the service that runs on the data folder. */
export async function credit(dataDir: string, phone: string, cents: number): Promise<void> {
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  try {
    await database.transaction(async (db) => {
      const { rows } = await db.query<{ accountId: string }>(
        'select account_id as "accountId" from login where phone = $1',
        [phone],
      );
      const to = { kind: 'balance', accountId: rows[0]?.accountId ?? '' } as const;
      const from = { kind: 'funds', provider: 'test' } as const;
      const key = `credit:${randomUUID()}`;
      await postTransfer(db, { key, kind: 'recharge', loginId: null, subject: key, from, to, cents });
    });
  } finally {
    await database.close();
  }
}
