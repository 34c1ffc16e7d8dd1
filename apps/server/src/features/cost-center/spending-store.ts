import { accountOffsetMinutes, type Service, type Spending } from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';

interface Row {
  period: string | null;
  userId: string | null;
  userName: string | null;
  service: Service;
  cents: number;
  quantity: number;
  packageUnits: number;
}

/** What was charged or is set aside between two local days, by period and by member, each by service: one walk over the charges. */
export async function findSpending(
  db: Client,
  o: { accountId: string; userId: string | null; from: string; to: string; by: Spending['by'] },
): Promise<Pick<Spending, 'periods' | 'members'>> {
  const zone = `interval '${accountOffsetMinutes} minutes'`;
  const { rows } = await db.query<Row>(
    `select period, login_id as "userId", (select name from login where id = login_id) as "userName", service,
       sum(balance_cents)::float8 as cents, sum(quantity)::float8 as quantity, sum(package_units)::float8 as "packageUnits"
     from (
       select to_char(held_at at time zone ${zone}, $5) as period, login_id, service, balance_cents, quantity, package_units
       from charge where account_id = $1 and state <> 'released' and ($2::uuid is null or login_id = $2)
         and held_at >= $3::date::timestamp at time zone ${zone}
         and held_at < ($4::date + 1)::timestamp at time zone ${zone}
     ) spent group by grouping sets ((period, service), (login_id, service)) order by period, cents desc, service`,
    [o.accountId, o.userId, o.from, o.to, o.by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'],
  );
  const spent = ({ service, cents, quantity, packageUnits }: Row) => ({ service, cents, quantity, packageUnits });
  return {
    periods: rows.flatMap((row) => (row.period === null ? [] : [{ period: row.period, ...spent(row) }])),
    members: rows.flatMap((row) =>
      row.userId === null ? [] : [{ userId: row.userId, name: row.userName ?? '', ...spent(row) }],
    ),
  };
}
