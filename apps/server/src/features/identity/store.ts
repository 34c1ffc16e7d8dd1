import { type Language, type Permission, permissions, type Scope } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

/**
 * A login. Only this file and the life cycles write the tables `login` and `account`.
 */
export interface LoginRow {
  id: string;
  accountId: string;
  role: 'main' | 'sub';
  /** Null for a seat, like the password. */
  phone: string | null;
  name: string;
  /** A second name for signing in, for sub-accounts. */
  loginName: string | null;
  /** Null until one is set. */
  passwordHash: string | null;
  /** When another user set the password; null if its owner chose it. */
  passwordGivenAt: Date | null;
  permissions: Permission[];
  scope: Scope;
  /** Whether the account's holder or the console has disabled the login; the console may also bar the whole account. */
  isDisabled: boolean;
  language: Language;
  createdAt: Date;
}

const columns = `id, account_id as "accountId", role, phone, name, login_name as "loginName", password_hash as "passwordHash",
  password_given_at as "passwordGivenAt", permissions,
  case when role = 'main' then 'all' else scope end as scope,
  state <> 'active' or barred_at is not null
    or exists (select from account a where a.id = account_id and a.barred_at is not null) as "isDisabled", language,
  created_at as "createdAt"`;

/**
 * @param by `account`: the identifier that a user signs in with (phone, login name or verified e-mail), which is unique
 * among logins
 */
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

/**
 * Loads a login and locks its row, so password and disabled flag cannot change until the transaction ends. A
 * transaction that changes them waits, and then ends any session that began meanwhile.
 */
export async function lockLogin(db: Client, id: string): Promise<LoginRow | undefined> {
  await db.query('select from login where id = $1 for no key update', [id]);
  return findLogin(db, { id });
}

export async function accountNameOf(db: Client, accountId: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>('select name from account where id = $1', [accountId]);
  return rows[0]?.name ?? '';
}

/** The main login of an account. */
export async function findHolderId(db: Client, accountId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(`select id from login where account_id = $1 and role = 'main'`, [
    accountId,
  ]);
  return rows[0]?.id;
}

/** Inserts an account with its main login. @returns undefined if the phone is registered */
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

/** Records the partner application that registered an account. */
export async function bindPartner(db: Client, o: { accountId: string; appId: string }): Promise<void> {
  await db.query('update account set partner_app_id = $2 where id = $1', [o.accountId, o.appId]);
}

/** @returns the previous name */
export const renameAccount = (db: Client, accountId: string, name: string): Promise<string> =>
  rename(db, 'account', accountId, name);

/** @returns the previous name */
export const renameLogin = (db: Client, loginId: string, name: string): Promise<string> =>
  rename(db, 'login', loginId, name);

async function rename(db: Client, table: 'account' | 'login', id: string, name: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>(`update ${table} set name = $2 where id = $1 returning old.name`, [
    id,
    name,
  ]);
  return rows[0]?.name ?? '';
}

/** @returns false if the phone is taken; if another transaction took it at this moment, the transaction is aborted */
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

/** @returns false if another login has the address; of two concurrent calls, the second fails */
export async function updateEmail(db: Client, loginId: string, email: string): Promise<boolean> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('email:' || $1, 0))`, [email]);
  const { rowCount } = await db.query(
    'update login set email = $2 where id = $1 and not exists (select from login where email = $2 and id <> $1)',
    [loginId, email],
  );
  return rowCount === 1;
}

export async function clearEmail(db: Client, loginId: string): Promise<void> {
  await db.query('update login set email = null where id = $1', [loginId]);
}

export async function updateLanguage(db: Client, loginId: string, language: Language): Promise<void> {
  await db.query('update login set language = $2 where id = $1', [loginId, language]);
}

/** Replaces a password by one that its owner chose. @returns false if the current password isn't `before` */
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

/** @param givenAt when another user set it; null if its owner chose it */
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

export interface NewMember {
  accountId: string;
  phone: string;
  loginName: string;
  name: string;
  permissions: readonly Permission[];
  scope: Scope;
  spendingLimitCents: number | null;
  language: Language;
}

/** Inserts a sub-account. @returns its id; undefined if the phone or the login name is taken */
export async function insertMember(db: Client, o: NewMember): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into login (account_id, role, phone, login_name, name, permissions, scope, spending_limit_cents, language)
     values ($1, 'sub', $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [o.accountId, o.phone, o.loginName, o.name, o.permissions, o.scope, o.spendingLimitCents, o.language],
  );
  return rows[0]?.id;
}

export interface SeatGrant {
  accountId: string;
  personId: string;
  permissions: readonly Permission[];
  scope: Scope;
  spendingLimitCents: number | null;
}

/**
 * Inserts a seat for a person, with their name and language. @returns its id; undefined if they already have a seat in
 * the account
 */
export async function insertSeat(db: Client, o: SeatGrant): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into login (account_id, role, seat_of, name, language, permissions, scope, spending_limit_cents)
     select $1, 'sub', p.id, p.name, p.language, $3, $4, $5 from login p where p.id = $2
     on conflict (account_id, seat_of) do nothing returning id`,
    [o.accountId, o.personId, o.permissions, o.scope, o.spendingLimitCents],
  );
  return rows[0]?.id;
}

/** Changes the fields that aren't undefined; a limit of null means no limit. */
export async function updateMember(
  db: Client,
  userId: string,
  o: {
    name?: string | undefined;
    permissions?: readonly Permission[] | undefined;
    scope?: Scope | undefined;
    spendingLimitCents?: number | null | undefined;
  },
): Promise<void> {
  await db.query(
    `update login set name = coalesce($2, name), permissions = coalesce($3, permissions),
       scope = coalesce($4, scope), spending_limit_cents = case when $5 then $6::bigint else spending_limit_cents end
     where id = $1`,
    [
      userId,
      o.name ?? null,
      o.permissions ?? null,
      o.scope ?? null,
      o.spendingLimitCents !== undefined,
      o.spendingLimitCents ?? null,
    ],
  );
}

/**
 * Makes a sub-account the holder of its account and the holder a sub-account with all permissions, in this order: an account
 * has at most one holder at any time.
 */
export async function swapHolder(
  db: Client,
  o: { accountId: string; holderId: string; successorId: string },
): Promise<void> {
  await db.query(
    `update login set role = 'sub', permissions = $3, scope = 'all', spending_limit_cents = null
     where account_id = $1 and id = $2 and role = 'main'`,
    [o.accountId, o.holderId, permissions],
  );
  await db.query(
    `update login set role = 'main', permissions = '{}', spending_limit_cents = null where account_id = $1 and id = $2`,
    [o.accountId, o.successorId],
  );
}
