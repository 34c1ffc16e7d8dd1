import {
  type Language,
  type MemberEvent,
  type MemberState,
  memberStateTable,
  type Permission,
  permissions,
  type Scope,
  type WhoOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Lifecycle } from '../../kit/transition.ts';

/** The audit trail is the history of a member. */
export const memberLifecycle: Lifecycle<MemberState, MemberEvent, WhoOf<typeof memberStateTable>, null> = {
  table: memberStateTable,
  relation: 'login',
  key: 'id',
  record: () => Promise.resolve(),
};

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

/** Locks the person's seat in an account. */
export async function lockSeat(
  db: Client,
  o: { accountId: string; personId: string },
): Promise<{ id: string; state: MemberState } | undefined> {
  const { rows } = await db.query<{ id: string; state: MemberState }>(
    'select id, state from login where account_id = $1 and seat_of = $2 for no key update',
    [o.accountId, o.personId],
  );
  return rows[0];
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

/** Columns cleared when a login is removed or closed. They end every way to sign in and free its phone and names. */
export const removedColumns = {
  phone: null,
  login_name: null,
  email: null,
  password_hash: null,
  password_given_at: null,
  permissions: [],
};

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

/** Locks the seats that a person has not given up, in the order of their ids. */
export async function lockSeatsOf(
  db: Client,
  personId: string,
): Promise<{ id: string; accountId: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; accountId: string; name: string }>(
    `select id, account_id as "accountId", name from login where seat_of = $1 and state in ('active', 'disabled')
     order by id for no key update`,
    [personId],
  );
  return rows;
}
