import type { Identity } from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';
import type { Caller } from '../../http/context.ts';

export type Reachable = Identity & { accountId: string };

/**
 * Whom somebody may act as: himself; his seats; and whoever holds an account, its sub-accounts. While he acts as another, only
 * himself, and whom he acts as.
 */
const reachable = `from login l join account a on a.id = l.account_id
  where l.disabled_at is null and l.barred_at is null and a.barred_at is null and (
    l.id in ($1, $2)
    or ($1 = $2 and l.seat_of = $1)
    or ($1 = $2 and $3 = 'main' and l.account_id = $4 and l.role = 'sub' and l.seat_of is null))`;
const kind = `case when l.id = $1 then 'own' when l.seat_of is null then 'sub' else 'seat' end`;

const valuesOf = ({ personId, loginId, role, accountId }: Caller): unknown[] => [personId, loginId, role, accountId];

export async function listIdentities(
  db: Client,
  caller: Caller,
  { page, size }: { page: number; size: number },
): Promise<{ list: Identity[]; total: number }> {
  const { rows } = await db.query<Identity & Record<string, unknown>>(
    `select l.id as "userId", ${kind} as kind, l.name, a.name as "accountName", l.id = $2 as "isCurrent"
     ${reachable} order by (l.id = $1) desc, (l.seat_of is not null) desc, l.name, l.id limit $5 offset $6`,
    [...valuesOf(caller), size, (page - 1) * size],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*)::int as total from (select ${reachable} limit 10000) as counted`,
    valuesOf(caller),
  );
  return { list: rows, total: counted[0]?.total ?? 0 };
}

export async function findIdentity(db: Client, caller: Caller, userId: string): Promise<Reachable | undefined> {
  const { rows } = await db.query(
    `select l.id as "userId", ${kind} as kind, l.name, a.name as "accountName", l.id = $2 as "isCurrent",
       l.account_id as "accountId"
     ${reachable} and l.id = $5`,
    [...valuesOf(caller), userId],
  );
  return rows[0] as unknown as Reachable | undefined;
}
