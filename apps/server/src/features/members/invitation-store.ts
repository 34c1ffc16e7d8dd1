import type { InvitationState, Language, Permission, ReceivedInvitation, Scope } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';

export interface InvitationRow {
  id: string;
  accountId: string;
  invitedId: string;
  invitedName: string;
  permissions: Permission[];
  scope: Scope;
  spendingLimitCents: number | null;
  state: InvitationState;
  expiresAt: Date;
}

/** Finds an active user who signs in with this phone. */
export async function findRegistered(db: Client, phone: string) {
  const { rows } = await db.query<{ id: string; name: string; accountId: string; language: Language }>(
    `select id, name, account_id as "accountId", language from login
     where phone = $1 and state = 'active' and barred_at is null`,
    [phone],
  );
  return rows[0];
}

/** Whether a person has a seat that they have not given up. */
export async function hasSeat(db: Client, accountId: string, personId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from login where account_id = $1 and seat_of = $2 and state in ('active', 'disabled')`,
    [accountId, personId],
  );
  return rowCount === 1;
}

interface NewInvitation {
  accountId: string;
  invitedId: string;
  invitedBy: string;
  permissions: readonly Permission[];
  scope: Scope;
  spendingLimitCents: number | null;
  now: Date;
  expiresAt: Date;
}

/** @returns undefined if the person has an open invitation to the account */
export async function insertInvitation(db: Client, o: NewInvitation): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into invitation (account_id, invited_id, invited_by, permissions, scope, spending_limit_cents, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [o.accountId, o.invitedId, o.invitedBy, o.permissions, o.scope, o.spendingLimitCents, o.now, o.expiresAt],
  );
  return rows[0]?.id;
}

const columns = `i.id, i.account_id as "accountId", i.invited_id as "invitedId", p.name as "invitedName", i.permissions,
  i.scope, i.spending_limit_cents::float8 as "spendingLimitCents", i.state, i.expires_at as "expiresAt"`;

/** Locks an invitation until the transaction ends. */
export async function lockInvitation(db: Client, id: string): Promise<InvitationRow | undefined> {
  const { rows } = await db.query(
    `select ${columns} from invitation i join login p on p.id = i.invited_id where i.id = $1 for update of i`,
    [id],
  );
  return rows[0] as unknown as InvitationRow | undefined;
}

/** Locks all open invitations of a person, in the order of their ids. */
export async function lockOpenInvitations(db: Client, invitedId: string): Promise<InvitationRow[]> {
  const { rows } = await db.query(
    `select ${columns} from invitation i join login p on p.id = i.invited_id
     where i.invited_id = $1 and i.state = 'invited' order by i.id for update of i`,
    [invitedId],
  );
  return rows as unknown as InvitationRow[];
}

/** Locks the open invitation of a person to an account if it is past its date. */
export async function lockOverdueInvitation(
  db: Client,
  o: { accountId: string; invitedId: string; now: Date },
): Promise<InvitationRow | undefined> {
  const { rows } = await db.query(
    `select ${columns} from invitation i join login p on p.id = i.invited_id
     where i.account_id = $1 and i.invited_id = $2 and i.state = 'invited' and i.expires_at <= $3 for update of i`,
    [o.accountId, o.invitedId, o.now],
  );
  return rows[0] as unknown as InvitationRow | undefined;
}

export interface SentRow {
  id: string;
  name: string;
  phone: string | null;
  permissions: Permission[];
  scope: Scope;
  state: InvitationState;
  createdAt: Date;
  expiresAt: Date;
}

export function listSent(db: Client, accountId: string, page: { page: number; size: number }) {
  const listing = {
    columns: `i.id, p.name, p.phone, i.permissions, i.scope, i.state, i.created_at as "createdAt", i.expires_at as "expiresAt"`,
    from: 'invitation i',
    where: 'i.account_id = $1',
    joins: 'join login p on p.id = i.invited_id',
    by: 'i.id desc',
    values: [accountId],
  };
  return listPage<SentRow>(db, listing, page);
}

export async function listReceived(db: Client, personId: string, now: Date): Promise<ReceivedInvitation[]> {
  const { rows } = await db.query<Omit<ReceivedInvitation, 'expiresAt'> & { expiresAt: Date }>(
    `select i.id, a.name as "accountName", i.permissions, i.scope, i.expires_at as "expiresAt"
     from invitation i join account a on a.id = i.account_id
     where i.invited_id = $1 and i.state = 'invited' and i.expires_at > $2 order by i.id`,
    [personId, now],
  );
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }));
}
