import type { InputOf, Language, Member, memberCalls, Permission } from '@proofkeep/contract';
import { maskedPhone } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';

export interface MemberRow {
  id: string;
  /** Who is behind it: of a seat, whoever holds it. */
  personId: string;
  isDisabled: boolean;
  kind: 'sub' | 'seat';
  name: string;
  phone: string;
}

/** A seat has the phone of whoever holds it. */
const from = 'login l join login p on p.id = coalesce(l.seat_of, l.id)';
const kind = `case when l.seat_of is null then 'sub' else 'seat' end`;
const ofAccount = `l.account_id = $1 and l.role = 'sub'`;

/** One of the account's members; nobody else changes it until the transaction ends. */
export async function lockMember(db: Client, accountId: string, userId: string): Promise<MemberRow | undefined> {
  const { rows } = await db.query(
    `select l.id, p.id as "personId", l.disabled_at is not null as "isDisabled", ${kind} as kind, l.name, p.phone from ${from} where ${ofAccount} and l.id = $2 for update of l`,
    [accountId, userId],
  );
  return rows[0] as unknown as MemberRow | undefined;
}

/** What is spent another feature knows. */
type Listed = Omit<Member, 'spentCents'>;
type Found = Omit<Listed, 'createdAt' | 'seenAt'> & { createdAt: Date; seenAt: Date | null };

const memberColumns = `l.id as "userId", ${kind} as kind, l.name, l.login_name as "loginName", p.phone, l.permissions,
  l.spending_limit_cents::float8 as "spendingLimitCents", l.created_at as "createdAt", l.seen_at as "seenAt",
  case when l.left_at is not null then 'left' when coalesce(l.disabled_at, l.barred_at) is not null then 'disabled'
    else 'active' end as state`;

export async function listMembers(
  db: Client,
  accountId: string,
  { search, page, size }: InputOf<typeof memberCalls.memberList>,
): Promise<{ list: Listed[]; total: number }> {
  // A phone is found whole or by its end, as it is masked: pieces would tell the rest of it.
  const where = `${ofAccount} and ($2 = '' or strpos(lower(l.name), lower($2)) > 0
    or strpos(lower(coalesce(l.login_name, '')), lower($2)) > 0 or p.phone = $2 or right(p.phone, 4) = $2)`;
  const by = 'l.created_at desc, l.id';
  const listing = { columns: memberColumns, from, where, by, values: [accountId, search] };
  const { rows, total } = await listPage<Found>(db, listing, { page, size });
  return { list: rows.map(memberOf), total };
}

const memberOf = ({ phone, createdAt, seenAt, ...row }: Found): Listed => ({
  ...row,
  phone: maskedPhone(phone),
  createdAt: createdAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
});

interface NewMember {
  accountId: string;
  phone: string;
  loginName: string;
  name: string;
  permissions: readonly Permission[];
  spendingLimitCents: number | null;
  language: Language;
}

/** Undefined where phone or name are somebody's already. */
export async function insertMember(db: Client, o: NewMember): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into login (account_id, role, phone, login_name, name, permissions, spending_limit_cents, language)
     values ($1, 'sub', $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
    [o.accountId, o.phone, o.loginName, o.name, o.permissions, o.spendingLimitCents, o.language],
  );
  return rows[0]?.id;
}

export async function isPhoneTaken(db: Client, phone: string): Promise<boolean> {
  return (await db.query('select from login where phone = $1', [phone])).rowCount === 1;
}

/** What is undefined stays; a limit of null is none. */
export async function updateMember(
  db: Client,
  userId: string,
  o: {
    name?: string | undefined;
    permissions?: readonly Permission[] | undefined;
    spendingLimitCents?: number | null | undefined;
  },
): Promise<void> {
  await db.query(
    `update login set name = coalesce($2, name), permissions = coalesce($3, permissions),
       spending_limit_cents = case when $4 then $5::bigint else spending_limit_cents end
     where id = $1`,
    [userId, o.name ?? null, o.permissions ?? null, o.spendingLimitCents !== undefined, o.spendingLimitCents ?? null],
  );
}

export async function disable(db: Client, userId: string, now: Date): Promise<void> {
  await db.query('update login set disabled_at = coalesce(disabled_at, $2) where id = $1', [userId, now]);
}

/** False where it was not disabled by the account, or its holder has left. */
export async function enable(db: Client, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update login set disabled_at = null where id = $1 and disabled_at is not null and left_at is null and barred_at is null',
    [userId],
  );
  return rowCount === 1;
}

/** The account that the seat was in; undefined where it is not his, or given up already. */
export async function leaveSeat(
  db: Client,
  o: { seatId: string; personId: string; now: Date },
): Promise<{ accountId: string; name: string } | undefined> {
  const { rows } = await db.query<{ accountId: string; name: string }>(
    `update login set left_at = $3, disabled_at = coalesce(disabled_at, $3)
     where id = $1 and seat_of = $2 and left_at is null returning account_id as "accountId", name`,
    [o.seatId, o.personId, o.now],
  );
  return rows[0];
}
