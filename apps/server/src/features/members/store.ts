import type { InputOf, Member, MemberState, memberCalls } from '@proofkeep/contract';
import { maskedPhone } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';

export interface MemberRow {
  id: string;
  /** The user behind it: the member itself, or the holder of a seat. */
  personId: string;
  state: MemberState;
  /** Whether the console has barred it, whatever its state. */
  isBarred: boolean;
  kind: 'sub' | 'seat';
  name: string;
  /** Null for a seat whose person no longer exists. */
  phone: string | null;
}

/** A seat has the phone of its holder. */
const from = 'login l join login p on p.id = coalesce(l.seat_of, l.id)';
const kind = `case when l.seat_of is null then 'sub' else 'seat' end`;
const ofAccount = `l.account_id = $1 and l.role = 'sub' and l.state <> 'removed'`;

/** Locks one of the account's members until the transaction ends. */
export async function lockMember(db: Client, accountId: string, userId: string): Promise<MemberRow | undefined> {
  const { rows } = await db.query(
    `select l.id, p.id as "personId", l.state, l.barred_at is not null as "isBarred", ${kind} as kind, l.name, p.phone
     from ${from} where ${ofAccount} and l.id = $2 for update of l`,
    [accountId, userId],
  );
  return rows[0] as unknown as MemberRow | undefined;
}

/** A member without the month's spending, which is stored in other tables. */
type ListedMember = Omit<Member, 'spentCents'>;
type ListedRow = Omit<ListedMember, 'createdAt' | 'seenAt'> & { createdAt: Date; seenAt: Date | null };

/** A member barred by the console is shown as disabled. */
const memberColumns = `l.id as "userId", ${kind} as kind, l.name, l.login_name as "loginName", p.phone, l.permissions, l.scope,
  l.spending_limit_cents::float8 as "spendingLimitCents", l.created_at as "createdAt", (select at from login_use where login_id = l.id) as "seenAt",
  case when l.state = 'active' and l.barred_at is not null then 'disabled' else l.state end as state`;

export async function listMembers(
  db: Client,
  accountId: string,
  { search, page, size }: InputOf<typeof memberCalls.memberList>,
): Promise<{ list: ListedMember[]; total: number }> {
  // A phone is found by all its digits or by those its mask shows: other parts would reveal the rest.
  const where = `${ofAccount} and ($2 = '' or strpos(lower(l.name), lower($2)) > 0
    or strpos(lower(coalesce(l.login_name, '')), lower($2)) > 0 or p.phone = $2 or right(p.phone, 4) = $2)`;
  const by = 'l.created_at desc, l.id';
  const listing = { columns: memberColumns, from, where, by, values: [accountId, search] };
  const { rows, total } = await listPage<ListedRow>(db, listing, { page, size });
  return { list: rows.map(memberOf), total };
}

const memberOf = ({ phone, createdAt, seenAt, ...row }: ListedRow): ListedMember => ({
  ...row,
  phone: phone && maskedPhone(phone),
  createdAt: createdAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
});

export interface SeatRow {
  id: string;
  accountId: string;
  name: string;
}

/** Locks a seat that a person holds. */
export async function lockOwnSeat(
  db: Client,
  { seatId, personId }: { seatId: string; personId: string },
): Promise<SeatRow | undefined> {
  const { rows } = await db.query(
    'select id, account_id as "accountId", name from login where id = $1 and seat_of = $2 for no key update',
    [seatId, personId],
  );
  return rows[0] as unknown as SeatRow | undefined;
}

export async function findPhoneOwner(db: Client, phone: string): Promise<{ accountId: string } | undefined> {
  const { rows } = await db.query<{ accountId: string }>(
    'select account_id as "accountId" from login where phone = $1',
    [phone],
  );
  return rows[0];
}
