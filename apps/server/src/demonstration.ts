import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hashPassword } from './features/account/passwords.ts';
import { findLogin, insertAccount } from './features/account/store.ts';
import type { Installation } from './installation.ts';
import { writeDurably } from './kit/durable.ts';

const Accounts = z.array(
  z.strictObject({ what: z.tuple([z.string(), z.string()]), phone: z.string(), password: z.string() }),
);
export type DemonstrationAccount = z.infer<typeof Accounts>[number];

const holder = { what: ['演示账户', 'Demonstration account'] as [string, string], phone: '13800000001' };

/**
 * Accounts for whoever tries the product out, with passwords of their own that stand in `DATA_DIR/keys/demonstration.json`
 * to be told again at each start.
 */
export async function openDemonstration({ config, database }: Installation): Promise<DemonstrationAccount[]> {
  const accounts = await accountsIn(join(config.DATA_DIR, 'keys', 'demonstration.json'));
  for (const { what, phone, password } of accounts) {
    if (await findLogin(database.pool, { phone })) continue;
    const passwordHash = await hashPassword(password, phone);
    await insertAccount(database.pool, { phone, name: what[0], passwordHash, language: 'zh' });
  }
  return accounts;
}

/** Written before any of them exists, so that a crash leaves no account whose password nobody knows. */
async function accountsIn(path: string): Promise<DemonstrationAccount[]> {
  try {
    return Accounts.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const accounts: DemonstrationAccount[] = [{ ...holder, password: randomBytes(9).toString('base64url') }];
  await writeDurably(path, Buffer.from(`${JSON.stringify(accounts, null, 2)}\n`), { file: 0o600, folder: 0o700 });
  return accounts;
}
