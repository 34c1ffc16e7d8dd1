import { accountOffsetMinutes, type Service, type Spending, spendingMembers } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

interface Wanted {
  accountId: string;
  /** The login whose spending is counted; null for the whole account. */
  userId: string | null;
  /** Local days, inclusive. */
  from: string;
  to: string;
}

const zone = `interval '${accountOffsetMinutes} minutes'`;
const isWithin = (at: string): string =>
  `${at} >= $3::date::timestamp at time zone ${zone} and ${at} < ($4::date + 1)::timestamp at time zone ${zone}`;
const within = ({ accountId, userId, from, to }: Wanted) => [accountId, userId, from, to];

/**
 * Charges and holds, with refunds as negative amounts. An order for a service holds its whole price when it is paid,
 * for the login that placed it, so a refund is counted where the charges are. Refunds paid from the balance don't
 * count, because that money had been returned there before.
 */
const charged = `
  select held_at as at, login_id, service, balance_cents as cents,
    case when order_id is null then 0 else balance_cents end as order_cents, quantity, package_units
  from charge where account_id = $1 and state <> 'released' and ($2::uuid is null or login_id = $2) and ${isWithin('held_at')}
  union all
  select o.paid_at, o.login_id, o.lines -> 0 ->> 'code', r.from_balance_cents - r.amount_cents,
    r.from_balance_cents - r.amount_cents, 0, 0
  from order_ o join payment p on p.order_id = o.id and p.state = 'paid'
    join refund r on r.payment_id = p.id and r.state <> 'failed' and r.amount_cents > r.from_balance_cents
  where o.account_id = $1 and o.kind = 'service' and ($2::uuid is null or o.login_id = $2) and ${isWithin('o.paid_at')}`;

interface Row {
  period: string | null;
  service: Service | null;
  userId: string | null;
  userName: string | null;
  cents: number;
  orderCents: number;
  quantity: number;
  packageUnits: number;
}

/** Spending between two local days by period, by member and by both, each by service, in one scan of the charges. */
export async function findSpending(
  db: Client,
  { by, ...wanted }: Wanted & Pick<Spending, 'by'>,
): Promise<Pick<Spending, 'periods' | 'members' | 'memberPeriods'>> {
  const { rows } = await db.query<Row>(
    `with days as (
       select (at at time zone ${zone})::date as day, login_id, service, sum(cents) as cents, sum(order_cents) as order_cents,
         sum(quantity) as quantity, sum(package_units) as units
       from (${charged}) charged group by 1, 2, 3
     ), spent as (
       select period, login_id, service, sum(cents) as cents, sum(order_cents) as order_cents, sum(quantity) as quantity,
         sum(units) as units
       from (select *, to_char(day, $5) as period from days) named
       group by grouping sets ((period, service), (login_id, service), (period, login_id))
     ), ranked as (
       select login_id, row_number() over (order by sum(cents) desc, login_id) as place from spent
       where period is null group by login_id
     ), summed as (
       select period, service, case when period is null or place <= $6 then login_id end as "userId", min(place) as place,
         sum(cents)::float8 as cents, sum(order_cents)::float8 as "orderCents", sum(quantity)::float8 as quantity,
         sum(units)::float8 as "packageUnits"
       from spent left join ranked using (login_id) group by 1, 2, 3
     )
     select period, service, "userId", (select name from login where id = "userId") as "userName", cents, "orderCents",
       quantity, "packageUnits"
     from summed order by period, place, cents desc, service`,
    [...within(wanted), by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM', spendingMembers],
  );
  return groupSpending(rows);
}

/** A row without a period is a member's total; one without a service is a member's total in a period. */
function groupSpending(rows: Row[]): Pick<Spending, 'periods' | 'members' | 'memberPeriods'> {
  const spending: ReturnType<typeof groupSpending> = { periods: [], members: [], memberPeriods: [] };
  for (const { period, service, userId, userName, quantity, ...spent } of rows) {
    const member = userId === null ? null : { userId, name: userName ?? '' };
    if (period === null && service && member) spending.members.push({ ...member, service, quantity, ...spent });
    else if (period !== null && service) spending.periods.push({ period, service, quantity, ...spent });
    else if (period !== null) spending.memberPeriods.push({ period, member, ...spent });
  }
  return spending;
}

/** The sum of all periods. */
export async function sumSpending(db: Client, wanted: Wanted): Promise<{ cents: number; orderCents: number }> {
  const { rows } = await db.query<{ cents: number; orderCents: number }>(
    `select coalesce(sum(cents), 0)::float8 as cents, coalesce(sum(order_cents), 0)::float8 as "orderCents"
     from (${charged}) charged`,
    within(wanted),
  );
  return rows[0] ?? { cents: 0, orderCents: 0 };
}

/**
 * Cost of packages between two local days, less refunds, by the login that paid from the balance, otherwise by the one
 * that ordered.
 */
export async function sumPackages(db: Client, wanted: Wanted): Promise<number> {
  const { rows } = await db.query<{ cents: number }>(
    `select coalesce(sum(p.amount_cents - p.refunded_cents), 0)::float8 as cents
     from order_ o join payment p on p.order_id = o.id and p.state = 'paid'
     where o.account_id = $1 and o.kind = 'package' and ($2::uuid is null or coalesce(p.login_id, o.login_id) = $2)
       and ${isWithin('o.paid_at')}`,
    within(wanted),
  );
  return rows[0]?.cents ?? 0;
}
