import type { ClosingObstacle, ClosingState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export interface ClosingRow {
  id: string;
  accountId: string;
  personId: string;
  state: ClosingState;
  waivedCents: number;
  askedAt: Date;
  dueAt: Date;
  endedAt: Date | null;
}

const columns = `id, account_id as "accountId", person_id as "personId", state, waived_cents::int8 as "waivedCents",
  asked_at as "askedAt", due_at as "dueAt", ended_at as "endedAt"`;

const rowOf = (row: unknown): ClosingRow => {
  const found = row as ClosingRow;
  return { ...found, waivedCents: Number(found.waivedCents) };
};

export async function findLastClosing(db: Client, accountId: string): Promise<ClosingRow | undefined> {
  const { rows } = await db.query(
    `select ${columns} from closing where account_id = $1 order by asked_at desc, id desc limit 1`,
    [accountId],
  );
  return rows[0] && rowOf(rows[0]);
}

export async function insertClosing(
  db: Client,
  o: { accountId: string; personId: string; waivedCents: number; now: Date; dueAt: Date },
): Promise<ClosingRow> {
  const { rows } = await db.query(
    `insert into closing (account_id, person_id, waived_cents, asked_at, due_at) values ($1, $2, $3, $4, $5)
     returning ${columns}`,
    [o.accountId, o.personId, o.waivedCents, o.now, o.dueAt],
  );
  return rowOf(rows[0]);
}

/** The requests whose cooling-off period is over. */
export async function findDueClosings(db: Client, now: Date): Promise<ClosingRow[]> {
  const { rows } = await db.query(
    `select ${columns} from closing where state = 'cooling' and due_at <= $1 order by due_at, id`,
    [now],
  );
  return rows.map(rowOf);
}

/** Accounts that were closed before a given time and whose certifications have not been erased. */
export async function findUnerased(db: Client, before: Date): Promise<ClosingRow[]> {
  const { rows } = await db.query(
    `select ${columns} from closing where state = 'closed' and erased_at is null and ended_at < $1 order by ended_at, id`,
    [before],
  );
  return rows.map(rowOf);
}

/** @returns false if another server got there first; the row stays locked until the transaction ends */
export async function markErased(db: Client, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query('update closing set erased_at = $2 where id = $1 and erased_at is null', [
    id,
    now,
  ]);
  return rowCount === 1;
}

/** Whether the request is still pending; another server may have finished it, or its holder undone it. */
export async function isStillCooling(db: Client, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`select from closing where id = $1 and state = 'cooling' for no key update`, [
    id,
  ]);
  return rowCount === 1;
}

/** Unfinished business of an account and its holder; holds and balance in cents, everything else counted. */
export async function findObstacles(
  db: Client,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<Record<ClosingObstacle, number>> {
  const { rows } = await db.query(
    `select
       (select count(*) from login where account_id = $1 and id <> $2 and state in ('active', 'disabled'))::int as members,
       (select count(*) from login where seat_of = $2 and state in ('active', 'disabled'))::int as seats,
       (select count(*) from attestation where account_id = $1
          and state in ('unpaid', 'queuing', 'capturing', 'preview', 'sealing'))::int as attestations,
       (select count(*) from order_ where account_id = $1 and state in ('pending', 'refunding'))::int as orders,
       (select count(*) from bank_transfer where account_id = $1 and state = 'reported')::int as transfers,
       (select count(*) from invoice where account_id = $1 and state in ('applied', 'reapplied'))::int as invoices,
       (select count(*) from matter where account_id = $1 and ended_at is null)::int as matters,
       (select coalesce(sum(balance_cents), 0) from ledger_account where account_id = $1 and kind = 'held')::int8 as holds,
       (select coalesce(sum(balance_cents), 0) from ledger_account where account_id = $1 and kind = 'balance')::int8
         as balance`,
    [accountId, personId],
  );
  const counted = (rows[0] ?? {}) as Record<ClosingObstacle, string | number>;
  return Object.fromEntries(Object.entries(counted).map(([kind, count]) => [kind, Number(count)])) as Record<
    ClosingObstacle,
    number
  >;
}
