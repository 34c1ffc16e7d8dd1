import type { Order, OrderKind, OrderLine, OrderState, PayWay } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage } from '../../database/listing.ts';

export interface OrderRow {
  id: string;
  no: string;
  accountId: string;
  loginId: string;
  kind: OrderKind;
  lines: OrderLine[];
  /** Null for a recharge, which has no list price. */
  priceVersion: number | null;
  amountCents: number;
  state: OrderState;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  /** The provider of the payment that paid it. */
  paidBy: PayWay | null;
  refundedCents: number;
  /** Money that arrived but isn't the amount due, and awaits an operator's review. */
  reviewedCents: number;
  /** Whether the latest open payment was declined. */
  isDeclined: boolean;
}

type NewOrder = Pick<
  OrderRow,
  'no' | 'accountId' | 'loginId' | 'kind' | 'lines' | 'priceVersion' | 'createdAt' | 'expiresAt'
>;

/** Identified as in `payments/mismatches.ts`. */
export const reviewedCents = `(select coalesce(sum(t.cents), 0)::float8 from ledger_transfer t
  where t.subject = o.id::text and t.key like 'mismatch:%'
    and not exists (select from ledger_transfer d where d.key = 'mismatch-over:' || substr(t.key, 10)))`;

/** Whether the latest open payment of an order was declined. */
export const isDeclined = `(o.state = 'pending' and coalesce((select d.declined_at is not null from payment d
  where d.order_id = o.id and d.state = 'open' order by d.created_at desc, d.id desc limit 1), false))`;

const columns = `o.id, o.no, o.account_id as "accountId", o.login_id as "loginId", o.kind, o.lines, o.price_version as "priceVersion",
  o.amount_cents::float8 as "amountCents", o.state, o.created_at as "createdAt", o.expires_at as "expiresAt",
  o.paid_at as "paidAt", p.provider as "paidBy", coalesce(p.refunded_cents, 0)::float8 as "refundedCents",
  ${reviewedCents} as "reviewedCents", ${isDeclined} as "isDeclined"`;
const paidBy = `left join payment p on p.order_id = o.id and p.state = 'paid'`;
const from = `order_ o ${paidBy}`;

export async function insertOrder(db: Client, o: NewOrder): Promise<void> {
  const amountCents = o.lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
  await db.query(
    `insert into order_ (no, account_id, login_id, kind, lines, price_version, amount_cents, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      o.no,
      o.accountId,
      o.loginId,
      o.kind,
      JSON.stringify(o.lines),
      o.priceVersion,
      amountCents,
      o.createdAt,
      o.expiresAt,
    ],
  );
}

export async function findOrder(db: Client, no: string): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>(`select ${columns} from ${from} where o.no = $1`, [no]);
  return rows[0];
}

export async function findOrderById(db: Client, id: string): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>(`select ${columns} from ${from} where o.id = $1`, [id]);
  return rows[0];
}

/** Locks an order. Every change of an order, its payments or its refunds takes this lock first. */
export async function lockOrder(db: Client, by: { id: string } | { no: string }): Promise<OrderRow | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['no', by.no];
  await db.query(`select from order_ where ${column} = $1 for no key update`, [value]);
  // A second statement, because a statement that waited for the lock would see the payments as of before it waited.
  const { rows } = await db.query<OrderRow>(`select ${columns} from ${from} where o.${column} = $1`, [value]);
  return rows[0];
}

export async function listOrders(
  db: Client,
  wanted: {
    accountId: string;
    state?: OrderState | undefined;
    kind?: OrderKind | undefined;
    orderNo?: string | undefined;
    page: number;
    size: number;
  },
): Promise<{ rows: OrderRow[]; total: number }> {
  const conditions = new Conditions()
    .add('o.account_id = $', wanted.accountId)
    .add('o.state = $', wanted.state)
    .add('o.kind = $', wanted.kind)
    .add('o.no = $', wanted.orderNo);
  const { values } = conditions;
  const where = `${conditions}`;
  const listing = { columns, from: 'order_ o', where, joins: paidBy, by: 'o.id desc', values };
  return listPage<OrderRow>(db, listing, wanted);
}

/** Counts an account's unpaid orders for services. */
export async function countUnpaid(db: Client, accountId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from order_ where account_id = $1 and state = 'pending' and kind = 'service'`,
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/** Orders not paid in time, least recently tried first. */
export async function expiredOrders(db: Client, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from order_ where state = 'pending' and expires_at <= $1
     order by tried_at nulls first, expires_at limit 200`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Called before closing an order, so that one that can't be closed doesn't hold up the others. */
export async function markOrderTried(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update order_ set tried_at = $2 where id = $1', [id, now]);
}

export const orderOf = (row: OrderRow): Order => ({
  orderNo: row.no,
  kind: row.kind,
  state: row.state,
  lines: row.lines,
  amountCents: row.amountCents,
  refundedCents: row.refundedCents,
  reviewedCents: row.reviewedCents,
  isDeclined: row.isDeclined,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  paidBy: row.paidBy,
});
