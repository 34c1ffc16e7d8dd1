import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { insertAccount } from '../features/identity/store.ts';
import { postTransfer } from '../features/money/service.ts';

const command = fileURLToPath(new URL('../../bin/proofkeep.mjs', import.meta.url));
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ledger-check-'));
  await inDatabase(async (database) => {
    const holder = { phone: '13900000001', name: 'Ann', passwordHash: '', language: 'en' } as const;
    const login = await database.transaction((db) => insertAccount(db, holder));
    const to = { kind: 'balance', accountId: login?.accountId ?? '' } as const;
    const from = { kind: 'funds', provider: 'test' } as const;
    const about = { key: 'x', kind: 'recharge', loginId: null, subject: 'x', cents: 500 } as const;
    await database.transaction((db) => postTransfer(db, { ...about, from, to }));
  });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function inDatabase(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<unknown>) {
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  await work(database);
  await database.close();
}

const check = (): Promise<{ code: unknown; stdout: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, LANG: 'en_US.UTF-8', DATA_DIR: dataDir };
    execFile(process.execPath, [command, 'ledger', 'check'], { env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    );
  });

describe('proofkeep ledger check', () => {
  it('confirms a sound ledger, and names an account whose balance differs from the sum of its entries', async () => {
    expect(await check()).toEqual({ code: 0, stdout: '✓ The ledger is sound\n' });

    await inDatabase(({ pool }) =>
      pool.query(`update ledger_account set balance_cents = 600 where balance_cents is not null`),
    );

    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^✗ [0-9a-f-]{36} {2}the balance differs from the sum of its entries\n✗ The ledger has errors\n$/,
    );
  });
});
