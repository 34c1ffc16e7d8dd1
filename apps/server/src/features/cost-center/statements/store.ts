import type { EntryKind, Service, StatementSummary } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

/**
 * Entries of an account's balance, each with its month. A transfer's time is when its transaction began, while its
 * number follows the balance, so two transfers around midnight may have them in opposite order. An entry therefore
 * belongs to the latest month of any entry up to it: balances carry on from month to month, and an entry posted later
 * never falls into an earlier month.
 */
const entriesByMonth = `select e.transfer_id, e.kind, e.amount_cents, e.balance_cents,
    to_char(max(e.at) over (order by e.transfer_id) at time zone 'Asia/Shanghai', 'YYYY-MM') as month
  from ledger_entry e
  where e.ledger_account_id = (select id from ledger_account where account_id = $1 and kind = 'balance')
    and e.balance_cents is not null`;

export type MonthRow = Omit<StatementSummary, 'isClosed'>;

/** The months with entries, oldest first. */
export async function findMonths(db: Client, accountId: string): Promise<MonthRow[]> {
  const { rows } = await db.query<MonthRow>(
    `select month, count(*)::int as entries,
       coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::float8 as "addedCents",
       coalesce(sum(amount_cents) filter (where amount_cents < 0), 0)::float8 as "takenCents",
       ((array_agg(balance_cents - amount_cents order by transfer_id))[1])::float8 as "openingCents",
       ((array_agg(balance_cents order by transfer_id desc))[1])::float8 as "closingCents"
     from (${entriesByMonth}) e group by month order by month`,
    [accountId],
  );
  return rows;
}

export async function findKinds(
  db: Client,
  accountId: string,
  month: string,
): Promise<{ kind: EntryKind; entries: number; cents: number }[]> {
  const { rows } = await db.query<{ kind: EntryKind; entries: number; cents: number }>(
    `select kind, count(*)::int as entries, sum(amount_cents)::float8 as cents
     from (${entriesByMonth}) e where month = $2 group by kind order by kind`,
    [accountId, month],
  );
  return rows;
}

/** The package units charged in a month; held units aren't used yet. */
export async function findPackageUnits(
  db: Client,
  accountId: string,
  month: string,
): Promise<{ zh: string; en: string; service: Service; units: number }[]> {
  const { rows } = await db.query<{ zh: string; en: string; service: Service; units: number }>(
    `select p.name_zh as zh, p.name_en as en, c.service, sum(u.units)::int as units
     from charge c join charge_package u on u.charge_id = c.id join package p on p.id = u.package_id
     where c.account_id = $1 and c.state = 'settled'
       and to_char(c.ended_at at time zone 'Asia/Shanghai', 'YYYY-MM') = $2
     group by p.id, c.service order by p.name_zh, p.id, c.service`,
    [accountId, month],
  );
  return rows;
}

/** One entry of a statement, with immutable facts only, so without the current state of a charge. */
export interface StatementEntry {
  at: Date;
  kind: EntryKind;
  amountCents: number;
  balanceCents: number;
  service: Service | null;
  quantity: number | null;
  /** Number of the attestation or of the order. */
  subject: string | null;
}

const subjectId = `case when t.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then t.subject::uuid end`;

/** The entries of a month in the order of the balance. */
export async function findMonthEntries(
  db: Client,
  accountId: string,
  month: string,
  most: number,
): Promise<StatementEntry[]> {
  const { rows } = await db.query<StatementEntry & object>(
    `select t.at, e.kind, e.amount_cents::float8 as "amountCents", e.balance_cents::float8 as "balanceCents", c.service,
       c.quantity, coalesce(c.subject, o.no) as subject
     from (${entriesByMonth}) e join ledger_transfer t on t.id = e.transfer_id
     left join charge c on e.kind in ('hold', 'release') and c.id = ${subjectId}
     left join order_ o on e.kind in ('recharge', 'payment', 'purchase', 'refund') and o.id = ${subjectId}
     where e.month = $2 order by e.transfer_id limit $3`,
    [accountId, month, most],
  );
  return rows;
}

export async function findAccountName(db: Client, accountId: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>('select name from account where id = $1', [accountId]);
  return rows[0]?.name ?? '';
}
