import {
  type AccountPage,
  type AttestationState,
  attestationStateTable,
  maskedPhone,
  type Permission,
  type Person,
} from '@proofkeep/contract';
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

/** Finds logins by the name of login or account, the end of the phone or the number of an attestation; all for ''. */
const found = `select id from login where $1 = '' or lower(name) like '%' || $2 || '%'
  union select l.id from login l join account a on a.id = l.account_id where lower(a.name) like '%' || $2 || '%'
  union select id from login where $3 <> '' and reverse(phone) like reverse($3) || '%'
  union select l.id from login l join attestation t on t.account_id = l.account_id where t.ano = upper($1)`;

const personColumns = `l.id as "loginId", l.account_id as "accountId", a.name as "accountName", l.name, l.role, l.phone,
  l.created_at as "registeredAt", l.state <> 'active' as "isDisabled",
  l.barred_at is not null or a.barred_at is not null as "isBarred"`;

export async function listPeople(
  db: Client,
  { search, page, size }: { search: string; page: number; size: number },
): Promise<{ list: Person[]; total: number }> {
  const escaped = search.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const listing = {
    columns: personColumns,
    from: 'login l',
    where: `l.id in (${found})`,
    told: 'join account a on a.id = l.account_id',
    by: 'l.created_at desc, l.id desc',
    values: [search, escaped, phoneEnd.test(search) ? search : ''],
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
    `select l.id as "loginId", l.name, l.role, l.phone, l.created_at as "registeredAt", l.permissions,
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

/** The sessions each login's person began, whichever login they act as; at most `most` each, the latest first. */
export async function sessionsOf(db: Client, accountId: string, o: { now: Date; usedSince: Date; most: number }) {
  const { rows } = await db.query(
    `select s.* from login l cross join lateral (
       select person_id as "loginId", address, user_agent as "userAgent", created_at as "beganAt", seen_at as "seenAt"
       from session where person_id = l.id and kind = 'session' and expires_at > $2 and seen_at > $3
       order by seen_at desc limit $4) as s
     where l.account_id = $1`,
    [accountId, o.now, o.usedSince, o.most],
  );
  const found = rows as unknown as {
    loginId: string;
    address: string;
    userAgent: string;
    beganAt: Date;
    seenAt: Date;
  }[];
  return found.map(({ loginId, beganAt, seenAt, ...session }) => ({
    loginId,
    session: { ...session, beganAt: beganAt.toISOString(), seenAt: seenAt.toISOString() },
  }));
}

export async function attestationsOf(db: Client, accountId: string): Promise<AccountPage['attestations']> {
  const { rows } = await db.query<{ state: AttestationState; count: number }>(
    'select state, count(*)::int as count from attestation where account_id = $1 group by state',
    [accountId],
  );
  return rows.toSorted(
    (a, b) => attestationStateTable.states.indexOf(a.state) - attestationStateTable.states.indexOf(b.state),
  );
}

export async function loginIdsOf(db: Client, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from login where account_id = $1 order by id', [
    accountId,
  ]);
  return rows.map(({ id }) => id);
}
