import type { Language, Permission } from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';

export interface LoginRow {
  id: string;
  accountId: string;
  role: 'main' | 'sub';
  /** Null of a seat, as is the password. */
  phone: string | null;
  name: string;
  /** Null until one was set. */
  passwordHash: string | null;
  permissions: Permission[];
  /** By whoever holds the account, or by the console, which may also bar the whole account. */
  disabledAt: Date | null;
  language: Language;
  createdAt: Date;
}

const columns = `id, account_id as "accountId", role, phone, name, password_hash as "passwordHash", permissions,
  coalesce(disabled_at, barred_at, (select a.barred_at from account a where a.id = account_id)) as "disabledAt", language,
  created_at as "createdAt"`;

export async function findLogin(db: Client, by: { id: string } | { phone: string }): Promise<LoginRow | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['phone', by.phone];
  const { rows } = await db.query(`select ${columns} from login where ${column} = $1`, [value]);
  return rows[0] as LoginRow | undefined;
}

/** An account with its main login; undefined where the phone has one already. */
export async function insertAccount(
  db: Client,
  o: { phone: string; name: string; passwordHash: string; language: Language },
): Promise<LoginRow | undefined> {
  const { rows } = await db.query(
    `with made as (insert into account (name) values ($2) returning id)
     insert into login (account_id, role, phone, name, password_hash, language)
     select id, 'main', $1, $2, $3, $4 from made on conflict (phone) do nothing returning ${columns}`,
    [o.phone, o.name, o.passwordHash, o.language],
  );
  return rows[0] as LoginRow | undefined;
}

export async function updatePassword(db: Client, loginId: string, passwordHash: string): Promise<void> {
  await db.query('update login set password_hash = $2 where id = $1', [loginId, passwordHash]);
}
