import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Word } from '@proofkeep/contract';
import { z } from 'zod';
import { findLogin, hashPassword, insertAccount } from './features/identity/service.ts';
import { giveWelcomePackage } from './features/money/service.ts';
import { ensureStaff } from './features/staff/service.ts';
import type { Installation } from './installation.ts';
import { writeDurably } from './kit/durable.ts';

const Passwords = z.strictObject({ holder: z.string(), notary: z.string(), operator: z.string() });
type Passwords = z.infer<typeof Passwords>;
/** Older format, with the holder's password only. */
const HolderAlone = z.tuple([z.object({ password: z.string() })]).transform(([{ password }]) => ({ holder: password }));
const Kept = Passwords.or(HolderAlone);

const phone = '13800000001';
const staff = [
  { userName: 'notary', role: 'notary', name: '演示公证员' },
  { userName: 'operator', role: 'operator', name: '演示运营人员' },
] as const;

export interface DemonstrationAccount {
  what: Word;
  /** Phone or user name. */
  signIn: string;
  password: string;
  isOfConsole: boolean;
}

/**
 * Creates accounts for trying out the product. Their random passwords are kept in `DATA_DIR/keys/demonstration.json`
 * and printed at each start. Staff accounts set up their second factor at the first sign-in.
 */
export async function openDemonstration({ config, database }: Installation): Promise<DemonstrationAccount[]> {
  const passwords = await passwordsIn(join(config.DATA_DIR, 'keys', 'demonstration.json'));
  const there = await findLogin(database.pool, { phone });
  // Password hashing is slow on purpose, so only the first start does it.
  const passwordHash = there ? '' : await hashPassword(passwords.holder, phone);
  await database.transaction(async (db) => {
    const row = { phone, name: '演示账户', passwordHash, language: 'zh' } as const;
    const holder = there ?? (await insertAccount(db, row));
    if (holder) await giveWelcomePackage(db, { accountId: holder.accountId, loginId: holder.id, now: new Date() });
  });
  for (const one of staff) await ensureStaff(database.pool, { ...one, password: passwords[one.role] });
  return [
    { what: ['用户', 'Account'], signIn: phone, password: passwords.holder, isOfConsole: false },
    { what: ['公证员', 'Notary'], signIn: 'notary', password: passwords.notary, isOfConsole: true },
    { what: ['运营人员', 'Operator'], signIn: 'operator', password: passwords.operator, isOfConsole: true },
  ];
}

/** Written before the accounts, so that a crash leaves no account with an unknown password. */
async function passwordsIn(path: string): Promise<Passwords> {
  const kept = await keptIn(path);
  if ('operator' in kept) return kept;
  const made = () => randomBytes(9).toString('base64url');
  const passwords = { holder: made(), notary: made(), operator: made(), ...kept };
  await writeDurably(path, Buffer.from(`${JSON.stringify(passwords, null, 2)}\n`), { file: 0o600, folder: 0o700 });
  return passwords;
}

async function keptIn(path: string): Promise<z.infer<typeof Kept> | object> {
  try {
    return Kept.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return {};
  }
}
