import type { Language, Permission } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export interface LoginRow {
  id: string;
  accountId: string;
  role: 'main' | 'sub';
  /** Null of a seat, as is the password. */
  phone: string | null;
  name: string;
  /** Null until one was set. */
  passwordHash: string | null;
  /** When somebody else set it; null of one that he chose. */
  passwordGivenAt: Date | null;
  permissions: Permission[];
  /** By whoever holds the account, or by the console, which may also bar the whole account. */
  disabledAt: Date | null;
  language: Language;
  createdAt: Date;
}

const columns = `id, account_id as "accountId", role, phone, name, password_hash as "passwordHash",
  password_given_at as "passwordGivenAt", permissions,
  coalesce(disabled_at, barred_at, (select a.barred_at from account a where a.id = account_id)) as "disabledAt", language,
  created_at as "createdAt"`;

/** `account`: what somebody signs in with, a phone, the name of a sub-account or a verified e-mail; none can be another. */
export async function findLogin(
  db: Client,
  by: { id: string } | { phone: string } | { account: string },
): Promise<LoginRow | undefined> {
  const [condition, value] =
    'id' in by
      ? ['id = $1', by.id]
      : 'phone' in by
        ? ['phone = $1', by.phone]
        : ['(phone = $1 or lower(login_name) = lower($1) or email = lower($1))', by.account];
  const { rows } = await db.query(`select ${columns} from login where ${condition}`, [value]);
  return rows[0] as LoginRow | undefined;
}

export async function accountNameOf(db: Client, accountId: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>('select name from account where id = $1', [accountId]);
  return rows[0]?.name ?? '';
}

/** @returns the name before */
export const renameAccount = (db: Client, accountId: string, name: string): Promise<string> =>
  renamed(db, 'account', accountId, name);

/** @returns the name before */
export const renameLogin = (db: Client, loginId: string, name: string): Promise<string> =>
  renamed(db, 'login', loginId, name);

async function renamed(db: Client, table: 'account' | 'login', id: string, name: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>(`update ${table} set name = $2 where id = $1 returning old.name`, [
    id,
    name,
  ]);
  return rows[0]?.name ?? '';
}

/** False where the phone is somebody's, also where he came by it at this moment: the transaction is then of no use any more. */
export async function updatePhone(db: Client, loginId: string, phone: string): Promise<boolean> {
  try {
    const { rowCount } = await db.query(
      'update login set phone = $2 where id = $1 and not exists (select from login where phone = $2)',
      [loginId, phone],
    );
    return rowCount === 1;
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    return false;
  }
}

/** PostgreSQL, appendix A. */
const uniqueViolation = '23505';

/** An account with its main login; undefined where the phone has one already. */
export async function insertAccount(
  db: Client,
  o: { phone: string; name: string; passwordHash: string | null; language: Language; agreementVersion?: string },
): Promise<LoginRow | undefined> {
  const { rows } = await db.query(
    `with made as (insert into account (name, agreement_version) values ($2, $5) returning id)
     insert into login (account_id, role, phone, name, password_hash, language)
     select id, 'main', $1, $2, $3, $4 from made on conflict (phone) do nothing returning ${columns}`,
    [o.phone, o.name, o.passwordHash, o.language, o.agreementVersion ?? null],
  );
  return rows[0] as LoginRow | undefined;
}

/** One that he chose. False where the one before is no longer the one that was looked at. */
export async function replacePassword(
  db: Client,
  loginId: string,
  { before, passwordHash }: { before: string; passwordHash: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update login set password_hash = $2, password_given_at = null where id = $1 and password_hash = $3',
    [loginId, passwordHash, before],
  );
  return rowCount === 1;
}

/**
 * As he is now; his password and whether he may come in stay so until the transaction ends. Whoever changes them waits, and
 * then ends the session that began meanwhile.
 */
export async function holdLogin(db: Client, id: string): Promise<LoginRow | undefined> {
  await db.query('select from login where id = $1 for no key update', [id]);
  return findLogin(db, { id });
}

/** @param givenAt when somebody else set it; null: he chose it */
export async function updatePassword(
  db: Client,
  loginId: string,
  { passwordHash, givenAt }: { passwordHash: string; givenAt: Date | null },
): Promise<void> {
  await db.query('update login set password_hash = $2, password_given_at = $3 where id = $1', [
    loginId,
    passwordHash,
    givenAt,
  ]);
}
