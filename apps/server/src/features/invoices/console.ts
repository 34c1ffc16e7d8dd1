import {
  accountDay,
  type ConsoleInvoice,
  type ConsoleInvoiceDetail,
  type InputOf,
  type invoiceCalls,
  invoicePath,
  say,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { formatYuan } from '../../kit/yuan.ts';
import { notify } from '../messages/service.ts';
import { requireProof } from '../staff/sign-in.ts';
import { deciding, tell } from './deciding.ts';
import { mailFlushed, mailIssued } from './mailing.ts';
import { lockOrders, ordersOf } from './order-store.ts';
import { detailOf, invoiceOf } from './reading.ts';
import { findInvoice, type InvoiceRow, insertNumber, listInvoices } from './store.ts';

type Calls = typeof invoiceCalls;
type Operator = Context<'operator'>;

const ofAccount = ({ accountId, accountName, attempt, overCents }: InvoiceRow) => ({
  accountId,
  accountName,
  attempt,
  overCents,
});

export async function consoleInvoices(input: InputOf<Calls['consoleInvoices']>, { db }: Operator) {
  const { rows, total } = await listInvoices(db, input);
  return { list: rows.map((row): ConsoleInvoice => ({ ...invoiceOf(row), ...ofAccount(row) })), total };
}

export async function consoleInvoice({ id }: { id: string }, { db }: Operator): Promise<ConsoleInvoiceDetail> {
  const row = await findInvoice(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return { ...(await detailOf(db, id)), ...ofAccount(row) };
}

/** Of what was refunded since, no invoice is issued: the orders are held, so that no refund comes between. */
export async function issue(input: InputOf<Calls['issue']>, context: Operator): Promise<null> {
  const { db } = context;
  const row = await deciding(context, input, 'issue');
  const paid = (await ordersOf(db, row.id)).map(({ paidAt }) => accountDay(paidAt));
  mustBeADay(input.issuedOn, { since: paid.sort().at(-1) ?? '', ...context });
  await mustBePaid(context, row);
  const { number, code, issuedOn } = input;
  await insertNumber(db, { number, code, issuedOn, invoiceId: row.id, isRed: false });
  await tell(context, row, { event: 'issue', reason: null });
  const values = { invoice: number, amount: formatYuan(row.amountCents), title: row.header.title };
  await notify(db, toHolder(row, say('message.invoice-issued', values)));
  await mailIssued(context, row, number);
  return null;
}

export async function reject(input: InputOf<Calls['reject']>, context: Operator): Promise<null> {
  const { reason } = input;
  const row = await deciding(context, input, 'reject');
  await tell(context, row, { event: 'reject', reason });
  const values = { application: row.applicationNo, amount: formatYuan(row.amountCents), reason };
  await notify(context.db, toHolder(row, say('message.invoice-rejected', values)));
  return null;
}

export async function redFlush(input: InputOf<Calls['redFlush']>, context: Operator): Promise<null> {
  await requireProof(context);
  const { reason, number, code, issuedOn } = input;
  const row = await deciding(context, input, 'red-flush');
  mustBeADay(issuedOn, { since: row.issued?.issuedOn ?? '', ...context });
  await insertNumber(context.db, { number, code, issuedOn, invoiceId: row.id, isRed: true });
  await tell(context, row, { event: 'red-flush', reason });
  const flushed = row.issued?.number ?? '';
  const values = { invoice: flushed, amount: formatYuan(row.amountCents), reason };
  await notify(context.db, toHolder(row, say('message.invoice-flushed', values)));
  await mailFlushed(context, row, flushed);
  return null;
}

const toHolder = ({ id, accountId }: InvoiceRow, said: ReturnType<typeof say>) =>
  ({ accountId, kind: 'billing', said, link: invoicePath(id) }) as const;

/** @throws Refusal INVOICE_AMOUNT_CHANGED */
async function mustBePaid({ db }: Operator, row: InvoiceRow): Promise<void> {
  const nos = (await ordersOf(db, row.id)).map(({ orderNo }) => orderNo);
  await lockOrders(db, row.accountId, nos);
  const changed = (await ordersOf(db, row.id)).find(({ amountCents, leftCents }) => leftCents < amountCents);
  if (changed) throw new Refusal('INVOICE_AMOUNT_CHANGED', { values: { order: changed.orderNo } });
}

const toCome = { zh: '开票日期不能晚于今天', en: 'The day of the invoice is still to come' };
const tooEarly = {
  zh: (day: string) => `开票日期不能早于 ${day}`,
  en: (day: string) => `The day of the invoice cannot be before ${day}`,
};

/** Not before what it is about was paid, or the invoice that it takes back was issued. @throws Refusal INPUT_INVALID */
function mustBeADay(
  issuedOn: string,
  { since, now, language }: { since: string } & Pick<Operator, 'now' | 'language'>,
) {
  const message = issuedOn > accountDay(now) ? toCome[language] : issuedOn < since ? tooEarly[language](since) : null;
  if (message) throw new Refusal('INPUT_INVALID', { fields: [{ field: 'issuedOn', message }] });
}
