import { type MemberEvent, type MemberState, memberStateTable, type WhoOf } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Lifecycle } from '../../kit/transition.ts';

/** The audit trail is the history of a member. */
export const memberLifecycle: Lifecycle<MemberState, MemberEvent, WhoOf<typeof memberStateTable>, null> = {
  table: memberStateTable,
  relation: 'login',
  key: 'id',
  record: () => Promise.resolve(),
};

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

/** Columns cleared when a login is removed or closed. They end every way to sign in and free its phone and names. */
export const removedColumns = {
  phone: null,
  login_name: null,
  email: null,
  password_hash: null,
  password_given_at: null,
  permissions: [],
};

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
