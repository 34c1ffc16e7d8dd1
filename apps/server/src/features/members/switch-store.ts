import type { Identity } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';
import type { Caller } from '../../http/caller.ts';

export type Reachable = Omit<Identity, 'accountCode'>;

const from = 'login l join account a on a.id = l.account_id';

/**
 * The logins a person may act as: their own; their seats; for the holder of an account, its sub-accounts. While acting
 * as another login: only their own and that one.
 */
const reachable = `l.state = 'active' and l.barred_at is null and a.barred_at is null and (
    l.id in ($1, $2)
    or ($1 = $2 and l.seat_of = $1)
    or ($1 = $2 and $3 = 'main' and l.account_id = $4 and l.role = 'sub' and l.seat_of is null))`;
const kind = `case when l.id = $1 then 'own' when l.seat_of is null then 'sub' else 'seat' end`;
const columns = `l.id as "userId", ${kind} as kind, l.name, l.login_name as "loginName",
  l.account_id as "accountId", a.name as "accountName", l.id = $2 as "isCurrent"`;

const valuesOf = ({ personId, loginId, role, accountId }: Caller): unknown[] => [personId, loginId, role, accountId];

export async function listIdentities(
  db: Client,
  caller: Caller,
  { page, size }: { page: number; size: number },
): Promise<{ list: Reachable[]; total: number }> {
  const by = '(l.id = $1) desc, (l.seat_of is not null) desc, l.name, l.id';
  const listing = { columns, from, where: reachable, by, values: valuesOf(caller) };
  const { rows, total } = await listPage<Reachable>(db, listing, { page, size });
  return { list: rows, total };
}

export async function findIdentity(db: Client, caller: Caller, userId: string): Promise<Reachable | undefined> {
  const { rows } = await db.query(`select ${columns} from ${from} where ${reachable} and l.id = $5`, [
    ...valuesOf(caller),
    userId,
  ]);
  return rows[0] as unknown as Reachable | undefined;
}
