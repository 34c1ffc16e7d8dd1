import {
  type ConsoleOrder,
  type ConsoleOrderDetail,
  type consoleBillingCalls,
  type InputOf,
  orderedBy,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { findBalance, unusedCents } from '../../money/service.ts';
import { standingOf } from '../refunds/parts.ts';
import { toldOf } from './issue-store.ts';
import { findOrder, paymentsOfOrder } from './store.ts';

/** All that is known of an order, of one moment: what it cost, what was paid and what went back belong together. */
export async function consoleOrder(
  { orderNo }: InputOf<(typeof consoleBillingCalls)['consoleOrder']>,
  { db }: Context<'operator'>,
): Promise<ConsoleOrderDetail> {
  const found = await findOrder(db, orderNo);
  if (!found) throw new Refusal('NOT_FOUND');
  const { id, order, placedBy, closedAt } = found;
  return {
    ...order,
    placedBy,
    closedAt: closedAt?.toISOString() ?? null,
    payments: await paymentsOfOrder(db, id),
    notifications: await notificationsOf(db, id),
    refunds: await findRefunds(db, id),
    transfers: await transfersOf(db, id),
    refundableCents: await refundable(db, { ...order, id }),
    ordered: await orderedOf(db, id),
    package: await packageOf(db, id),
  };
}

/** What stands in the balance may be spent. */
async function refundable(db: Client, order: ConsoleOrder & { id: string }): Promise<number> {
  if (!orderedBy(order.state, 'refund')) return 0;
  const { balanceCents, revenueCents } = await standingOf(db, order);
  return Math.min(balanceCents, (await findBalance(db, order.accountId)).balanceCents) + revenueCents;
}

async function orderedOf(db: Client, orderId: string): Promise<ConsoleOrderDetail['ordered']> {
  const { rows } = await db.query<ConsoleOrderDetail['ordered'][number]>(
    `select ano, state, (select json_build_object('state', c.state, 'amountCents', c.balance_cents, 'packageUnits', c.package_units)
       from charge c where c.subject = ano order by c.id desc limit 1) as cost
     from attestation where order_id = $1 order by created_at`,
    [orderId],
  );
  return rows;
}

type Package = NonNullable<ConsoleOrderDetail['package']>;

async function packageOf(db: Client, orderId: string): Promise<Package | null> {
  const { rows } = await db.query<Omit<Package, 'expiresAt' | 'unusedCents'> & { expiresAt: Date }>(
    `select p.expires_at as "expiresAt",
       (select jsonb_agg(jsonb_build_object('service', service, 'quota', quota, 'used', used) order by service)
        from package_quota where package_id = p.id) as quotas,
       (select coalesce(jsonb_agg(jsonb_build_object('userId', id, 'name', name, 'service', service, 'units', units) order by units desc), '[]')
        from (select l.id, l.name, c.service, sum(u.units) as units from charge_package u join charge c on c.id = u.charge_id
          join login l on l.id = c.login_id where u.package_id = p.id and c.state <> 'released'
          group by l.id, l.name, c.service) used) as uses
     from package p where p.subject = $1`,
    [orderId],
  );
  const [row] = rows;
  return row ? { ...row, expiresAt: row.expiresAt.toISOString(), unusedCents: await unusedCents(db, orderId) } : null;
}

type Notifications = ConsoleOrderDetail['notifications'];

async function notificationsOf(db: Client, orderId: string): Promise<Notifications> {
  type Row = Omit<Notifications[number], 'at' | 'told'> & { at: Date; told: unknown };
  const { rows } = await db.query<Row>(
    `select e.provider, e.event_id as "eventId", e.received_at as at, e.outcome, e.told
     from provider_event e join payment p on p.id = e.payment_id where p.order_id = $1
     order by e.received_at desc limit 100`,
    [orderId],
  );
  return rows.map(({ at, told, ...row }) => ({ ...row, at: at.toISOString(), told: toldOf(told) }));
}

type Refunds = ConsoleOrderDetail['refunds'];

async function findRefunds(db: Client, orderId: string): Promise<Refunds> {
  type Row = Omit<Refunds[number], 'askedAt' | 'endedAt'> & { askedAt: Date; endedAt: Date | null };
  const { rows } = await db.query<Row>(
    `select r.id as "refundId", r.amount_cents::float8 as "amountCents", r.state, r.asked_at as "askedAt",
       r.ended_at as "endedAt", r.why, r.reason, s.name as by, p.provider
     from refund r join payment p on p.id = r.payment_id left join staff s on s.id = r.staff_id
     where p.order_id = $1 order by r.id`,
    [orderId],
  );
  return rows.map(({ askedAt, endedAt, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}

type Transfers = ConsoleOrderDetail['transfers'];

async function transfersOf(db: Client, orderId: string): Promise<Transfers> {
  const { rows } = await db.query<Omit<Transfers[number], 'at'> & { at: Date }>(
    `select e.key, e.kind, e.at, jsonb_agg(jsonb_build_object('account', a.kind, 'provider', a.provider,
       'amountCents', e.amount_cents, 'balanceCents', e.balance_cents) order by e.amount_cents) as entries
     from ledger_entry e join ledger_account a on a.id = e.ledger_account_id where e.subject = $1
     group by e.transfer_id, e.key, e.kind, e.at order by e.transfer_id`,
    [orderId],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
