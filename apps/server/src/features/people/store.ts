import { type AccountPage, maskedPhone, type Permission, type Person } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';

/** Fewer final digits of a phone would match a tenth of all users. */
const phoneEnd = /^\d{4,11}$/;

interface PersonRow extends Omit<Person, 'registeredAt'> {
  registeredAt: Date;
}

const personOf = (row: PersonRow): Person => ({
  ...row,
  phone: row.phone && maskedPhone(row.phone),
  registeredAt: row.registeredAt.toISOString(),
});

/**
 * Finds logins by a part of the name of login or account, of the login name or mail address, by the end of the phone,
 * or in given accounts; all for ''.
 */
const found = `select id from login where $1 = '' or lower(name) like '%' || $2 || '%'
  union select l.id from login l join account a on a.id = l.account_id where lower(a.name) like '%' || $2 || '%'
  union select id from login where lower(login_name) like '%' || $2 || '%'
  union select id from login where email like '%' || $2 || '%'
  union select id from login where $3 <> '' and reverse(phone) like reverse($3) || '%'
  union select id from login where account_id = any($4)`;

/** Exact matches first, then prefixes, then the rest; newest first among equals. */
const byRank = `case
    when $1 = '' then 0
    when l.account_id = any($4) or l.phone = $1
      or lower($1) in (lower(l.name), lower(a.name), lower(l.login_name), l.email) then 0
    when lower(l.name) like $2 || '%' or lower(a.name) like $2 || '%' or lower(l.login_name) like $2 || '%'
      or l.email like $2 || '%' then 1
    else 2 end, l.created_at desc, l.id desc`;

const personColumns = `l.id as "loginId", l.account_id as "accountId", a.name as "accountName", l.name, l.role, l.phone,
  l.login_name as "loginName", l.email, l.created_at as "registeredAt", l.state <> 'active' as "isDisabled",
  l.barred_at is not null or a.barred_at is not null as "isBarred"`;

/** @param o.accountIds also lists the logins of these accounts, whatever their names */
export async function listPeople(
  db: Client,
  { search, accountIds, page, size }: { search: string; accountIds: readonly string[]; page: number; size: number },
): Promise<{ list: Person[]; total: number }> {
  const escaped = search.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const listing = {
    columns: personColumns,
    from: 'login l',
    where: `l.id in (${found})`,
    joins: 'join account a on a.id = l.account_id',
    by: byRank,
    values: [search, escaped, phoneEnd.test(search) ? search : '', accountIds],
  };
  const { rows, total } = await listPage<PersonRow>(db, listing, { page, size });
  return { list: rows.map(personOf), total };
}

interface BarredRow {
  barredAt: Date | null;
  barredReason: string | null;
  barredBy: string | null;
}

const barredColumns = (of: string) =>
  `${of}.barred_at as "barredAt", ${of}.barred_reason as "barredReason",
   (select s.name from staff s where s.id = ${of}.barred_by) as "barredBy"`;

const barredOf = ({ barredAt, barredReason, barredBy }: BarredRow) =>
  barredAt && { at: barredAt.toISOString(), reason: barredReason ?? '', by: barredBy ?? '' };

export async function findAccount(db: Client, accountId: string) {
  const { rows } = await db.query<{ name: string; createdAt: Date } & BarredRow & Record<string, unknown>>(
    `select a.name, a.created_at as "createdAt", ${barredColumns('a')} from account a where a.id = $1`,
    [accountId],
  );
  const [row] = rows;
  return row && { accountId, name: row.name, createdAt: row.createdAt.toISOString(), barred: barredOf(row) };
}

type LoginOf = AccountPage['logins'][number];
interface LoginRow extends BarredRow, Omit<LoginOf, 'registeredAt' | 'barred' | 'sessions'> {
  registeredAt: Date;
  permissions: Permission[];
}

export async function loginsOf(db: Client, accountId: string): Promise<Omit<LoginOf, 'sessions'>[]> {
  const { rows } = await db.query(
    `select l.id as "loginId", l.name, l.role, l.phone, l.login_name as "loginName", l.email, l.created_at as "registeredAt", l.permissions,
       l.state <> 'active' as "isDisabled", ${barredColumns('l')}
     from login l where l.account_id = $1 order by l.role, l.name, l.id`,
    [accountId],
  );
  return (rows as unknown as LoginRow[]).map((row) => {
    const { barredAt: _at, barredReason: _reason, barredBy: _by, registeredAt, phone, ...login } = row;
    return {
      ...login,
      phone: phone && maskedPhone(phone),
      registeredAt: registeredAt.toISOString(),
      barred: barredOf(row),
    };
  });
}

export async function loginIdsOf(db: Client, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from login where account_id = $1 order by id', [
    accountId,
  ]);
  return rows.map(({ id }) => id);
}
