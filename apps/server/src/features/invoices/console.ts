import {
  accountDay,
  type ConsoleInvoice,
  type ConsoleInvoiceDetail,
  type InputOf,
  type InvoiceEvent,
  type invoiceCalls,
  invoicePath,
  invoiceStateTable,
  type Message,
  message,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { formatYuan } from '../../kit/yuan.ts';
import { notify } from '../messages/service.ts';
import { mailFlushed, mailIssued } from './mails.ts';
import { lockOrders, ordersOf } from './order-store.ts';
import { findInvoice, type InvoiceRow, insertNumber, invoiceLifecycle, listInvoices, lockInvoice } from './store.ts';
import { detailOf, invoiceOf } from './views.ts';

type Calls = typeof invoiceCalls;
type Operator = Context<'operator'>;

const accountFields = ({ accountId, accountName, attempt, overCents }: InvoiceRow) => ({
  accountId,
  accountName,
  attempt,
  overCents,
});

export async function consoleInvoices(input: InputOf<Calls['consoleInvoices']>, { db }: Operator) {
  const { rows, total } = await listInvoices(db, input);
  return { list: rows.map((row): ConsoleInvoice => ({ ...invoiceOf(row), ...accountFields(row) })), total };
}

export async function consoleInvoice({ id }: { id: string }, { db }: Operator): Promise<ConsoleInvoiceDetail> {
  const row = await findInvoice(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return { ...(await detailOf(db, id)), ...accountFields(row) };
}

type Decision = Extract<InvoiceEvent, 'issue' | 'reject' | 'red-flush'>;

/** Locks the orders, so that no refund happens between the check of the amount and the issue. */
export async function issue(input: InputOf<Calls['issue']>, context: Operator): Promise<null> {
  const { db } = context;
  const row = await lockForDecision(context, input, 'issue');
  const paidDays = (await ordersOf(db, row.id)).map(({ paidAt }) => accountDay(paidAt));
  requireIssueDay(input.issuedOn, { since: paidDays.sort().at(-1) ?? '', ...context });
  await requirePaidAmount(context, row);
  const { number, code, issuedOn } = input;
  await insertNumber(db, { number, code, issuedOn, invoiceId: row.id, isRed: false });
  await decide(context, row, 'issue', null);
  const values = { invoice: number, amount: formatYuan(row.amountCents), title: row.header.title };
  await notify(db, toHolder(row, message('message.invoice-issued', values)));
  await mailIssued(context, row, number);
  return null;
}

export async function reject(input: InputOf<Calls['reject']>, context: Operator): Promise<null> {
  const { reason } = input;
  const row = await lockForDecision(context, input, 'reject');
  await decide(context, row, 'reject', reason);
  const values = { application: row.applicationNo, amount: formatYuan(row.amountCents), reason };
  await notify(context.db, toHolder(row, message('message.invoice-rejected', values)));
  return null;
}

export async function redFlush(input: InputOf<Calls['redFlush']>, context: Operator): Promise<null> {
  await requireProof(context);
  const { reason, number, code, issuedOn } = input;
  const row = await lockForDecision(context, input, 'red-flush');
  requireIssueDay(issuedOn, { since: row.issued?.issuedOn ?? '', ...context });
  await insertNumber(context.db, { number, code, issuedOn, invoiceId: row.id, isRed: true });
  await decide(context, row, 'red-flush', reason);
  const flushed = row.issued?.number ?? '';
  const values = { invoice: flushed, amount: formatYuan(row.amountCents), reason };
  await notify(context.db, toHolder(row, message('message.invoice-flushed', values)));
  await mailFlushed(context, row, flushed);
  return null;
}

/**
 * Locks the invoice until the transaction ends.
 * @throws Refusal NOT_FOUND; STATE_FORBIDS if its state doesn't allow the decision, or the operator saw an earlier application
 */
async function lockForDecision(
  { db, audit }: Operator,
  { id, attempt }: { id: string; attempt: number },
  event: Decision,
): Promise<InvoiceRow> {
  const row = await lockInvoice(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  audit({ invoice: id, accountId: row.accountId, amountCents: row.amountCents });
  const isAllowed = invoiceStateTable.after(row.state, event, 'operator') !== undefined;
  if (row.attempt !== attempt || !isAllowed) throw new Refusal('STATE_FORBIDS');
  return row;
}

async function decide(
  { db, caller, now, audit }: Operator,
  { id, amountCents }: InvoiceRow,
  event: Decision,
  reason: string | null,
): Promise<void> {
  const detail = { at: now, reason, amountCents, by: { staffId: caller.staffId } };
  await transition(db, invoiceLifecycle, id, { event, who: 'operator', detail, set: { reason } });
  if (reason) audit({ reason });
}

const toHolder = ({ id, accountId }: InvoiceRow, message: Message) =>
  ({ accountId, kind: 'billing', message, link: invoicePath(id) }) as const;

/** @throws Refusal INVOICE_AMOUNT_CHANGED if an order was refunded since the application */
async function requirePaidAmount({ db }: Operator, row: InvoiceRow): Promise<void> {
  const nos = (await ordersOf(db, row.id)).map(({ orderNo }) => orderNo);
  await lockOrders(db, row.accountId, nos);
  const changed = (await ordersOf(db, row.id)).find(({ amountCents, leftCents }) => leftCents < amountCents);
  if (changed) throw new Refusal('INVOICE_AMOUNT_CHANGED', { values: { order: changed.orderNo } });
}

const afterToday = { zh: '开票日期不能晚于今天', en: 'The issue date can’t be in the future' };
const tooEarly = {
  zh: (day: string) => `开票日期不能早于 ${day}`,
  en: (day: string) => `The issue date can’t be before ${day}`,
};

/**
 * @throws Refusal INPUT_INVALID if the day is after today or before `since`: the last payment, or the issue of the
 * cancelled invoice
 */
function requireIssueDay(
  issuedOn: string,
  { since, now, language }: { since: string } & Pick<Operator, 'now' | 'language'>,
) {
  const message =
    issuedOn > accountDay(now) ? afterToday[language] : issuedOn < since ? tooEarly[language](since) : null;
  if (message) throw new Refusal('INPUT_INVALID', { fields: [{ field: 'issuedOn', message }] });
}
