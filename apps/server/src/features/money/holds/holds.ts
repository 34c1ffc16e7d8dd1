import type { Service } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { postTransfer } from '../ledger/store.ts';
import { findUnitPrice } from '../prices/in-force.ts';
import { spentInMonth } from '../spending-store.ts';

export interface HoldRequest {
  accountId: string;
  /** Whose spending it is. */
  loginId: string;
  service: Service;
  quantity: number;
  /** What it is for. */
  subject: string;
  now: Date;
  /** Units ordered together, this one included: the unit price depends on it. */
  together?: number;
  /**
   * As the order for it says: nothing of it comes from packages, and the limit was kept where it was paid. `orderId`: whose
   * payment brought the money; null where the balance had it.
   */
  ordered?: { version: number; unitCents: number; orderId: string | null };
}

/**
 * Sets aside what something will cost, in the transaction in which it is ordered: from packages first, those that expire
 * first, and from the balance what is left. A second time for the same subject nothing is done.
 * @throws Refusal BALANCE_SHORT, SPENDING_LIMIT
 */
export async function placeHold(db: Client, o: HoldRequest): Promise<void> {
  const { rows: known } = await db.query({
    name: 'charge-of-subject',
    text: `select from charge where subject = $1 and state <> 'released'`,
    values: [o.subject],
  });
  if (known.length > 0) return;
  const { ordered } = o;
  const { version, unitCents } = ordered ?? (await findUnitPrice(db, o.service, o.together ?? o.quantity, o.now));
  const taken = ordered ? [] : await takeFromPackages(db, o);
  const packageUnits = taken.reduce((sum, { units }) => sum + units, 0);
  const cents = (o.quantity - packageUnits) * unitCents;
  if (cents > 0 && !ordered) await requireSpendingLimit(db, o, cents);
  const { rows } = await db.query<{ id: string }>({
    name: 'charge',
    text: `insert into charge (account_id, login_id, service, quantity, subject, price_version, unit_cents, package_units,
       balance_cents, held_at, order_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    values: [
      o.accountId,
      o.loginId,
      o.service,
      o.quantity,
      o.subject,
      version,
      unitCents,
      packageUnits,
      cents,
      o.now,
      ordered?.orderId,
    ],
  });
  const id = rows[0]?.id ?? '';
  for (const { packageId, units } of taken)
    await db.query('insert into charge_package (charge_id, package_id, units) values ($1, $2, $3)', [
      id,
      packageId,
      units,
    ]);
  if (cents > 0)
    await postTransfer(db, {
      key: `hold:${id}`,
      kind: 'hold',
      loginId: o.loginId,
      subject: id,
      from: { kind: 'balance', accountId: o.accountId },
      to: { kind: 'held', accountId: o.accountId },
      cents,
    });
}

/**
 * As the order of a subject says that was paid from outside, while none of that went back: what its last try gave back to the
 * balance is set aside again, at the price of then.
 */
export async function findRetryTerms(db: Client, subject: string): Promise<HoldRequest['ordered']> {
  const { rows } = await db.query<NonNullable<HoldRequest['ordered']>>(
    `select c.price_version as version, c.unit_cents as "unitCents", c.order_id as "orderId"
     from charge c join payment p on p.order_id = c.order_id and p.state = 'paid' and p.refunded_cents = 0
     where c.subject = $1 order by c.id desc limit 1`,
    [subject],
  );
  return rows[0];
}

/** Takes for good what is held for a subject; of one that is held no more, or never was, nothing. */
export async function settleHold(db: Client, subject: string, now: Date): Promise<void> {
  const charge = await end(db, subject, 'captured', now);
  if (!charge || charge.cents === 0) return;
  const { id, accountId, loginId, cents } = charge;
  const from = { kind: 'held', accountId } as const;
  await postTransfer(db, {
    key: `capture:${id}`,
    kind: 'capture',
    loginId,
    subject: id,
    from,
    to: { kind: 'revenue' },
    cents,
  });
}

/** Gives back what is held for a subject, to the packages and to the balance it came from. */
export async function releaseHold(db: Client, subject: string, now: Date): Promise<void> {
  const charge = await end(db, subject, 'released', now);
  if (!charge) return;
  const { id, accountId, loginId, cents } = charge;
  await giveBackUnits(db, charge, now);
  const from = { kind: 'held', accountId } as const;
  const to = { kind: 'balance', accountId } as const;
  if (cents > 0)
    await postTransfer(db, { key: `release:${id}`, kind: 'release', loginId, subject: id, from, to, cents });
}

/**
 * Units go back to the packages they came from. One that has expired meanwhile is of no use any more: they become a package of
 * their own, for as long as they had left when they were set aside, after a bought one for a week at least. Of what was paid
 * back whole nothing is owed.
 */
async function giveBackUnits(db: Client, { id, service }: Ended, now: Date): Promise<void> {
  await db.query(
    `select from charge_package c join package p on p.id = c.package_id where c.charge_id = $1
     order by p.expires_at, p.id for no key update of p`,
    [id],
  );
  await db.query(
    `update package_quota q set used = used - c.units from charge_package c
     where c.charge_id = $1 and c.package_id = q.package_id and q.service = $2`,
    [id, service],
  );
  await db.query(
    `with made as (
       insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
       select p.account_id, 'returned:' || c.id || ':' || p.id, p.kind, p.name_zh, p.name_en, 0, p.login_id, $2::timestamptz,
         $2::timestamptz + greatest(p.expires_at - c.held_at,
           make_interval(days => case when p.subject like 'returned:%' then 0 else $4::int end))
       from charge c join charge_package u on u.charge_id = c.id join package p on p.id = u.package_id
       where c.id = $1 and p.expires_at <= $2::timestamptz and not exists (
         select from refund r join payment y on y.id = r.payment_id
         where r.id = p.refund_id and y.refunded_cents = y.amount_cents)
       returning id, subject)
     insert into package_quota (package_id, service, quota)
       select made.id, $3, u.units from made join charge_package u on made.subject = 'returned:' || u.charge_id || ':' || u.package_id
       where u.charge_id = $1`,
    [id, now, service, returnedDays],
  );
}

const returnedDays = 7;

interface Ended {
  id: string;
  accountId: string;
  loginId: string;
  service: Service;
  cents: number;
}

async function end(db: Client, subject: string, state: 'captured' | 'released', now: Date): Promise<Ended | undefined> {
  const { rows } = await db.query<Omit<Ended, 'cents'> & { cents: string }>(
    `update charge set state = $2, ended_at = $3 where subject = $1 and state = 'held'
     returning id, account_id as "accountId", login_id as "loginId", service, balance_cents as cents`,
    [subject, state, now],
  );
  const [row] = rows;
  return row && { ...row, cents: Number(row.cents) };
}

/**
 * Locks what it takes from: of many at once none takes what another has taken, nor what is paid back meanwhile. Each has one
 * unit left at least, so that no more of them are needed than units; one that was used up while this waited for it is not
 * counted.
 */
async function takeFromPackages(db: Client, o: HoldRequest): Promise<{ packageId: string; units: number }[]> {
  const { rows } = await db.query<{ packageId: string; left: number }>({
    name: 'packages-to-take-from',
    text: `select q.package_id as "packageId", q.quota - q.used as left from package p join package_quota q on q.package_id = p.id
     where p.account_id = $1 and p.expires_at > $3 and q.service = $2 and q.used < q.quota
     order by p.expires_at, p.id limit $4 for no key update of p, q`,
    values: [o.accountId, o.service, o.now, o.quantity],
  });
  const taken: { packageId: string; units: number }[] = [];
  let wanted = o.quantity;
  for (const { packageId, left } of rows) {
    const units = Math.min(left, wanted);
    if (units === 0) break;
    await db.query('update package_quota set used = used + $3 where package_id = $1 and service = $2', [
      packageId,
      o.service,
      units,
    ]);
    taken.push({ packageId, units });
    wanted -= units;
  }
  return taken;
}

/** A member's limit, by the calendar month; his charges wait for each other here. @throws Refusal SPENDING_LIMIT */
async function requireSpendingLimit(db: Client, { loginId, now }: HoldRequest, cents: number): Promise<void> {
  const { rows } = await db.query<{ limit: string | null }>({
    name: 'limit-to-keep',
    text: 'select spending_limit_cents as limit from login where id = $1 and spending_limit_cents is not null for no key update',
    values: [loginId],
  });
  const limit = rows[0]?.limit;
  if (limit == null) return;
  if ((await spentInMonth(db, loginId, now)) + cents > Number(limit)) throw new Refusal('SPENDING_LIMIT');
}
