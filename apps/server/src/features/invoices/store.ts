import {
  type Delivery,
  type InvoiceEvent,
  type InvoiceHeader,
  type InvoiceKind,
  type InvoiceNumber,
  type InvoiceQueue,
  type InvoiceState,
  type InvoiceStepKind,
  type InvoiceWho,
  invoiceStateTable,
} from '@proofkeep/contract';
import { DatabaseError } from 'pg';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage } from '../../database/listing.ts';
import { Refusal } from '../../kit/refusal.ts';
import { Expression, type Lifecycle } from '../../kit/transition.ts';

export interface InvoiceRow {
  id: string;
  applicationNo: string;
  accountId: string;
  accountName: string;
  state: InvoiceState;
  kind: InvoiceKind;
  header: InvoiceHeader;
  delivery: Delivery;
  amountCents: number;
  attempt: number;
  appliedAt: Date;
  reason: string | null;
  fileKey: string | null;
  orderCount: number;
  /** How much of an active invoice was refunded after the application. */
  overCents: number;
  issued: InvoiceNumber | null;
  redFlushed: InvoiceNumber | null;
}

const numberOf = (isRed: boolean) =>
  `(select jsonb_build_object('code', n.code, 'number', n.number, 'issuedOn', n.issued_on::text)
    from invoice_number n where n.invoice_id = i.id and n.is_red = ${isRed})`;
const overCents = `(select coalesce(sum(greatest(0, l.amount_cents - p.amount_cents + p.refunded_cents)), 0)::float8
  from invoice_order l join payment p on p.order_id = l.order_id and p.state = 'paid'
  where l.invoice_id = i.id and l.is_living)`;
const columns = `i.id, i.no as "applicationNo", i.account_id as "accountId", a.name as "accountName", i.state, i.kind,
  i.header, i.delivery, i.amount_cents::float8 as "amountCents", i.attempt, i.applied_at as "appliedAt", i.reason,
  i.file_key as "fileKey", (select count(*)::int from invoice_order l where l.invoice_id = i.id) as "orderCount",
  ${overCents} as "overCents", ${numberOf(false)} as issued, ${numberOf(true)} as "redFlushed"`;
const from = 'invoice i join account a on a.id = i.account_id';

export async function findInvoice(db: Client, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await db.query<InvoiceRow>(`select ${columns} from ${from} where i.id = $1`, [id]);
  return rows[0];
}

/** Locks the invoice until the transaction ends. Lock order: an invoice before its orders. */
export async function lockInvoice(db: Client, id: string): Promise<InvoiceRow | undefined> {
  await db.query('select from invoice where id = $1 for update', [id]);
  return findInvoice(db, id);
}

/** Finds the invoice that a mailed link opens, while the link is valid. */
export async function findMailed(db: Client, sha256: Buffer, now: Date): Promise<InvoiceRow | undefined> {
  const { rows } = await db.query<InvoiceRow>(
    `select ${columns} from ${from} where i.mailed_sha256 = $1 and i.mailed_until > $2`,
    [sha256, now],
  );
  return rows[0];
}

export interface InvoiceFilter {
  accountId?: string;
  state?: InvoiceState | undefined;
  queue?: InvoiceQueue;
  kind?: InvoiceKind | undefined;
  search: string;
  /** Days in China, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  page: number;
  size: number;
}

const queues: Record<InvoiceQueue, string> = {
  waiting: `i.state in ('applied', 'reapplied')`,
  'to-flush': `i.state = 'issued' and ${overCents} > 0`,
  issued: `i.state = 'issued'`,
  rejected: `i.state = 'rejected'`,
  'red-flushed': `i.state = 'red-flushed'`,
  withdrawn: `i.state = 'withdrawn'`,
  all: 'true',
};

function conditionsOf(wanted: InvoiceFilter): Conditions {
  const dayOf = `(i.applied_at at time zone 'Asia/Shanghai')::date`;
  const conditions = new Conditions()
    .add('i.account_id = $', wanted.accountId)
    .add('i.state = $', wanted.state)
    .add('i.kind = $', wanted.kind)
    .add(`${dayOf} >= $::date`, wanted.from)
    .add(`${dayOf} <= $::date`, wanted.to)
    .add(searchedFor(wanted.accountId === undefined), wanted.search || undefined);
  return wanted.queue ? conditions.also(queues[wanted.queue]) : conditions;
}

const searchedFor = (inAllAccounts: boolean): string =>
  `(i.no = upper($) or strpos(lower(i.header ->> 'title'), lower($)) > 0
    or exists (select from invoice_number n where n.invoice_id = i.id and n.number = $)
    or exists (select from invoice_order l join order_ o on o.id = l.order_id where l.invoice_id = i.id and o.no = $)
    ${inAllAccounts ? 'or i.account_id::text = $' : ''})`;

export async function listInvoices(db: Client, wanted: InvoiceFilter): Promise<{ rows: InvoiceRow[]; total: number }> {
  const conditions = conditionsOf(wanted);
  const { values } = conditions;
  const where = `${conditions}`;
  const order = wanted.queue === 'waiting' ? 'i.applied_at, i.id' : 'i.applied_at desc, i.id desc';
  const listing = {
    columns,
    from: 'invoice i',
    where,
    joins: 'join account a on a.id = i.account_id',
    by: order,
    values,
  };
  return listPage<InvoiceRow>(db, listing, wanted);
}

export interface Application {
  kind: InvoiceKind;
  header: InvoiceHeader;
  delivery: Delivery;
  amountCents: number;
  now: Date;
}

export async function insertInvoice(
  db: Client,
  accountId: string,
  no: string,
  { kind, header, delivery, amountCents, now }: Application,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into invoice (no, account_id, state, kind, header, delivery, amount_cents, applied_at)
     values ($1, $2, 'applied', $3, $4, $5, $6, $7) returning id`,
    [no, accountId, kind, JSON.stringify(header), JSON.stringify(delivery), amountCents, now],
  );
  return rows[0]?.id ?? '';
}

/** Entry that a change adds to the invoice's history. */
export interface InvoiceChange {
  at: Date;
  reason: string | null;
  amountCents: number;
  by: { loginId: string } | { staffId: string };
  /** Key of the file that `replace` removes; the history keeps it. */
  fileKey?: string | null;
}

export const invoiceLifecycle: Lifecycle<InvoiceState, InvoiceEvent, InvoiceWho, InvoiceChange> = {
  table: invoiceStateTable,
  relation: 'invoice',
  key: 'id',
  async record(db, { key, event, detail }) {
    // The holder doesn't see an application's files before the issue.
    if (event !== 'attach') await insertStep(db, key, event, detail);
  },
};

/** Columns of a new application. The previous application's file doesn't belong to it. */
export const applicationColumns = ({ kind, header, delivery, amountCents, now }: Application) => ({
  kind,
  header: JSON.stringify(header),
  delivery: JSON.stringify(delivery),
  amount_cents: amountCents,
  applied_at: now,
  attempt: new Expression('attempt + 1'),
  reason: null,
  file_key: null,
});

/** @throws Refusal INVOICE_NUMBER_TAKEN */
export async function insertNumber(
  db: Client,
  o: InvoiceNumber & { invoiceId: string; isRed: boolean },
): Promise<void> {
  try {
    await db.query(
      'insert into invoice_number (code, number, invoice_id, is_red, issued_on) values ($1, $2, $3, $4, $5)',
      [o.code, o.number, o.invoiceId, o.isRed, o.issuedOn],
    );
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'invoice_number_pkey')
      throw new Refusal('INVOICE_NUMBER_TAKEN');
    throw error;
  }
}

export async function setMailed(db: Client, id: string, o: { sha256: Buffer; until: Date }): Promise<void> {
  await db.query('update invoice set mailed_sha256 = $2, mailed_until = $3 where id = $1', [id, o.sha256, o.until]);
}

/** Returns those keys that are, or were when issued, the file of an invoice. */
export async function findKnownFiles(db: Client, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ key: string }>(
    `select file_key as key from invoice where file_key = any($1)
     union select file_key from invoice_step where file_key = any($1)`,
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}

export interface Step {
  event: InvoiceStepKind;
  at: Date;
  reason: string | null;
  amountCents: number;
}

export async function insertStep(
  db: Client,
  invoiceId: string,
  event: InvoiceStepKind,
  { at, reason, amountCents, by, fileKey = null }: InvoiceChange,
): Promise<void> {
  await db.query(
    `insert into invoice_step (invoice_id, event, at, reason, amount_cents, login_id, staff_id, file_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      invoiceId,
      event,
      at,
      reason,
      amountCents,
      'loginId' in by ? by.loginId : null,
      'staffId' in by ? by.staffId : null,
      fileKey,
    ],
  );
}

export async function stepsOf(db: Client, invoiceId: string): Promise<Step[]> {
  const { rows } = await db.query<Step & object>(
    `select event, at, reason, amount_cents::float8 as "amountCents" from invoice_step where invoice_id = $1 order by id`,
    [invoiceId],
  );
  return rows;
}

/** The language of the user who applied last. */
export async function languageOf(db: Client, invoiceId: string): Promise<'zh' | 'en'> {
  const { rows } = await db.query<{ language: 'zh' | 'en' }>(
    `select g.language from invoice_step s join login g on g.id = s.login_id where s.invoice_id = $1 order by s.id desc limit 1`,
    [invoiceId],
  );
  return rows[0]?.language ?? 'zh';
}

export async function nameOfLogin(db: Client, loginId: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>('select name from login where id = $1', [loginId]);
  return rows[0]?.name ?? '';
}

/** Counts applications awaiting review, with the time of the oldest. */
export async function countWaiting(db: Client): Promise<{ pending: number; oldest: Date | null }> {
  const { rows } = await db.query<{ pending: number; oldest: Date | null }>(
    `select count(*)::int as pending, min(i.applied_at) as oldest from invoice i where ${queues.waiting}`,
  );
  return rows[0] ?? { pending: 0, oldest: null };
}
