import { type LedgerAccountKind, type LedgerProblemKind, ledgerProblems } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

/** A contradiction that the check found. */
export interface LedgerProblem {
  what: LedgerProblemKind;
  subject: string;
}

const questions: Record<LedgerProblemKind, string> = {
  'transfer-of-no-account': `select t.key as subject from ledger_transfer t left join ledger_account f on f.id = t.from_account
    left join ledger_account a on a.id = t.to_account where f.id is null or a.id is null`,
  'balance-is-not-the-sum': `select a.id::text as subject from ledger_account a left join ledger_entry e
    on e.ledger_account_id = a.id where a.balance_cents is not null
    group by a.id having a.balance_cents <> coalesce(sum(e.amount_cents), 0)`,
  'running-balance-broken': `select key as subject from (
      select e.key, e.balance_cents,
        sum(e.amount_cents) over (partition by e.ledger_account_id order by e.transfer_id) as sum
      from ledger_entry e join ledger_account a on a.id = e.ledger_account_id where a.account_id is not null
    ) run where balance_cents is distinct from sum`,
  'charge-without-transfer': `select c.id::text as subject from charge c where c.balance_cents > 0 and (
      not exists (select from ledger_transfer where key = 'hold:' || c.id)
      or (c.state = 'settled') <> exists (select from ledger_transfer where key = 'settlement:' || c.id)
      or (c.state = 'released') <> exists (select from ledger_transfer where key = 'release:' || c.id))`,
  'payment-without-transfer': `select p.id::text as subject from payment p join order_ o on o.id = p.order_id
      left join ledger_transfer t on t.key = 'payment:' || p.id
    where (p.state in ('paid', 'stray') and not (p.provider = 'balance' and o.kind = 'service')) <> (t.id is not null)
      or t.cents <> p.amount_cents`,
  'refund-without-transfer': `select r.id::text as subject from refund r join payment p on p.id = r.payment_id where
      case p.state when 'paid' then r.amount_cents else 0 end <> (select coalesce(sum(cents), 0) from ledger_transfer
        where key in ('refund:' || r.id, 'refund:' || r.id || ':revenue'))
      or (p.provider <> 'balance' and r.state = 'done') <> exists (select from ledger_transfer where key = 'refunded:' || r.id)
      or case when p.state = 'paid' and r.state = 'failed' then r.amount_cents else 0 end <> (
        select coalesce(sum(cents), 0) from ledger_transfer
        where key in ('unrefund:' || r.id, 'unrefund:' || r.id || ':revenue'))`,
  'order-without-payment': `select o.no as subject from order_ o left join payment p on p.order_id = o.id and p.state = 'paid'
    where (o.state not in ('pending', 'closed')) <> (p.id is not null) or p.amount_cents <> o.amount_cents
      or (o.kind = 'package' and p.id is not null) <> exists (select from package where subject = o.id::text)
      or (o.kind = 'service' and o.state = 'pending') <> exists (
        select from attestation where order_id = o.id and state = 'unpaid'
        union all select from matter where order_id = o.id and state = 'paying')`,
  'refund-beyond-payment': `select p.id::text as subject from payment p where p.refunded_cents <>
    (select coalesce(sum(amount_cents), 0) from refund r where r.payment_id = p.id and r.state <> 'failed')`,
  'package-use-is-not-the-sum': `select q.package_id::text as subject from package_quota q where q.used <> (
    select coalesce(sum(u.units), 0) from charge_package u join charge c on c.id = u.charge_id
    where u.package_id = q.package_id and c.service = q.service and c.state <> 'released')
    union select id::text from charge c where package_units <>
      (select coalesce(sum(u.units), 0) from charge_package u where u.charge_id = c.id)`,
  'bank-transfer-without-payment': `select coalesce(t.id, p.id)::text as subject
    from (select b.id, b.reference, b.account_id, b.order_id, o.account_id as owner from bank_transfer b
        left join order_ o on o.id = b.order_id where b.state = 'credited') t
      full join (select * from payment where provider = 'bank') p on p.order_id = t.order_id
    where t.id is null or p.id is null or p.state <> 'paid' or p.provider_txn is distinct from t.reference
      or t.owner <> t.account_id`,
  'closing-without-transfer': `select coalesce(c.id::text, t.subject) as subject
    from (select * from closing where state = 'closed' and waived_cents > 0) c
      full join (select * from ledger_transfer where kind = 'waiver') t on t.key = 'waiver:' || c.id
    where c.id is null or t.key is null or t.cents <> c.waived_cents`,
};

/**
 * Reads the whole ledger: every sum, every running balance, and whether each hold, payment and refund has the transfers of its
 * state. It compares tables of several features, so it reads them all; it writes none.
 * @returns nothing if the ledger is sound
 */
export async function checkLedger(db: Client): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  for (const what of ledgerProblems) {
    const { rows } = await db.query<{ subject: string }>(`${questions[what]} order by 1 limit 100`);
    problems.push(...rows.map(({ subject }) => ({ what, subject })));
  }
  return problems;
}

/**
 * Records a check for the console: when, what it found, and the sums of the accounts up to an hour ago. Not up to now: a
 * transfer that has begun may be committed after the check, but not an hour later.
 */
export async function recordLedgerCheck(db: Client, problems: readonly LedgerProblem[], now: Date): Promise<void> {
  await db.query(
    `with settled as (select now() - interval '1 hour' as upto)
     insert into ledger_check (at, transfers, problems, found, upto, sums)
     select $1, (select count(*) from ledger_transfer), $2, $3, upto, (
       select coalesce(jsonb_agg(sum), '[]') from (${sumsWhere('e.at < upto')}) sum)
     from settled on conflict (at) do nothing`,
    [now, problems.length, JSON.stringify(problems.slice(0, 20))],
  );
}

const sumsWhere = (which: string): string =>
  `select a.kind as account, a.provider, sum(e.amount_cents) as cents
   from ledger_entry e join ledger_account a on a.id = e.ledger_account_id where ${which} group by 1, 2`;

/** Null before the first check. */
export async function lastLedgerCheck(
  db: Client,
): Promise<{ at: string; transfers: number; problems: number; found: LedgerProblem[] } | null> {
  const { rows } = await db.query<{ at: Date; transfers: number; problems: number; found: LedgerProblem[] }>(
    'select at, transfers::float8 as transfers, problems, found from ledger_check order by at desc limit 1',
  );
  return rows[0] ? { ...rows[0], at: rows[0].at.toISOString() } : null;
}

/** Sums of the accounts by kind and provider: the last check's sums plus every entry since. */
export async function ledgerSums(
  db: Client,
): Promise<{ account: LedgerAccountKind; provider: string | null; cents: number }[]> {
  const { rows } = await db.query<{ account: LedgerAccountKind; provider: string | null; cents: number }>(
    `with kept as (select upto, sums from ledger_check where upto is not null order by at desc limit 1)
     select account, provider, sum(cents)::float8 as cents from (
       select s.* from kept, jsonb_to_recordset(kept.sums) as s (account text, provider text, cents bigint)
       union all ${sumsWhere(`e.at >= coalesce((select upto from kept), '-infinity')`)}
     ) parts group by 1, 2 order by 1, 2 nulls first`,
  );
  return rows;
}
