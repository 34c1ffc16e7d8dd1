import {
  type InvitationEvent,
  type InvitationState,
  invitationTransitions,
  type Permission,
  type ReceivedInvitation,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';

export interface InvitationRow {
  id: string;
  accountId: string;
  invitedId: string;
  invitedName: string;
  state: InvitationState;
  expiresAt: Date;
}

/** Somebody who signs in by himself with this phone. */
export async function findRegistered(db: Client, phone: string) {
  const { rows } = await db.query<{ id: string; name: string; accountId: string }>(
    `select id, name, account_id as "accountId" from login where phone = $1 and disabled_at is null and barred_at is null`,
    [phone],
  );
  return rows[0];
}

/** He has a seat that he has not given up, whether or not it is disabled. */
export async function hasSeat(db: Client, accountId: string, personId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from login where account_id = $1 and seat_of = $2 and left_at is null', [
    accountId,
    personId,
  ]);
  return rowCount === 1;
}

interface NewInvitation {
  accountId: string;
  invitedId: string;
  invitedBy: string;
  permissions: readonly Permission[];
  spendingLimitCents: number | null;
  now: Date;
  expiresAt: Date;
}

/** Undefined where one is open already; one that has expired makes room. */
export async function insertInvitation(db: Client, o: NewInvitation): Promise<string | undefined> {
  await db.query(
    `update invitation set state = '${stateAfter('expire')}', answered_at = expires_at
     where account_id = $1 and invited_id = $2 and state = 'invited' and expires_at <= $3`,
    [o.accountId, o.invitedId, o.now],
  );
  const { rows } = await db.query<{ id: string }>(
    `insert into invitation (account_id, invited_id, invited_by, permissions, spending_limit_cents, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
    [o.accountId, o.invitedId, o.invitedBy, o.permissions, o.spendingLimitCents, o.now, o.expiresAt],
  );
  return rows[0]?.id;
}

/** Nobody else answers or withdraws it until the transaction ends. */
export async function lockInvitation(db: Client, id: string): Promise<InvitationRow | undefined> {
  const { rows } = await db.query(
    `select i.id, i.account_id as "accountId", i.invited_id as "invitedId", p.name as "invitedName", i.state,
       i.expires_at as "expiresAt"
     from invitation i join login p on p.id = i.invited_id where i.id = $1 for update of i`,
    [id],
  );
  return rows[0] as unknown as InvitationRow | undefined;
}

export async function moveInvitation(db: Client, id: string, event: InvitationEvent, now: Date): Promise<void> {
  await db.query('update invitation set state = $2, answered_at = $3 where id = $1', [id, stateAfter(event), now]);
}

const stateAfter = (event: InvitationEvent): InvitationState =>
  invitationTransitions.find((row) => row.event === event)?.to ?? 'invited';

/** A seat as the invitation says, or the one that was given up before. Undefined where there is one that was not. */
export async function insertSeat(db: Client, invitationId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into login (account_id, role, seat_of, name, language, permissions, spending_limit_cents)
     select i.account_id, 'sub', p.id, p.name, p.language, i.permissions, i.spending_limit_cents
     from invitation i join login p on p.id = i.invited_id where i.id = $1
     on conflict (account_id, seat_of) do update set name = excluded.name, permissions = excluded.permissions,
       spending_limit_cents = excluded.spending_limit_cents, left_at = null, disabled_at = null
     where login.left_at is not null returning id`,
    [invitationId],
  );
  return rows[0]?.id;
}

export function listSent(
  db: Client,
  accountId: string,
  { now, page, size }: { now: Date; page: number; size: number },
) {
  const columns = `i.id, p.name, p.phone, i.permissions, i.created_at as "createdAt", i.expires_at as "expiresAt",
    case when i.state = 'invited' and i.expires_at <= $2 then 'expired' else i.state end as state`;
  const told = 'join login p on p.id = i.invited_id';
  const listing = { columns, from: 'invitation i', where: 'i.account_id = $1', told, by: 'i.id desc' };
  return listPage<SentRow>(db, { ...listing, values: [accountId, now] }, { page, size });
}

export interface SentRow {
  id: string;
  name: string;
  phone: string;
  permissions: Permission[];
  state: InvitationState;
  createdAt: Date;
  expiresAt: Date;
}

export async function listReceived(db: Client, personId: string, now: Date): Promise<ReceivedInvitation[]> {
  const { rows } = await db.query<Omit<ReceivedInvitation, 'expiresAt'> & { expiresAt: Date }>(
    `select i.id, a.name as "accountName", i.permissions, i.expires_at as "expiresAt"
     from invitation i join account a on a.id = i.account_id
     where i.invited_id = $1 and i.state = 'invited' and i.expires_at > $2 order by i.id`,
    [personId, now],
  );
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }));
}
