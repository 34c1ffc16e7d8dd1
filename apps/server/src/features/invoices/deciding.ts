import { type InvoiceEvent, invoicedBy } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { type InvoiceRow, insertStep, lockInvoice, moveInvoice } from './store.ts';

type Operator = Context<'operator'>;

/**
 * The invoice, held until the transaction ends.
 * @throws Refusal NOT_FOUND; STATE_FORBIDS where the event is not for its state, or it was applied for again since it was
 *   looked at
 */
export async function deciding(
  { db, audit }: Operator,
  { id, attempt }: { id: string; attempt: number },
  event: InvoiceEvent,
): Promise<InvoiceRow> {
  const row = await lockInvoice(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  audit({ invoice: id, accountId: row.accountId, amountCents: row.amountCents });
  if (row.attempt !== attempt || !invoicedBy(row.state, event)) throw new Refusal('STATE_FORBIDS');
  return row;
}

/** Moves it, and writes down by whom and why. */
export async function tell(
  { db, caller, now, audit }: Operator,
  row: InvoiceRow,
  { event, reason }: { event: InvoiceEvent; reason: string | null },
): Promise<void> {
  const to = invoicedBy(row.state, event);
  if (!to) throw new Refusal('STATE_FORBIDS');
  const isKept = to === 'rejected' || to === 'red-flushed';
  await moveInvoice(db, row.id, to, isKept ? reason : null);
  const { amountCents } = row;
  await insertStep(db, row.id, { event, at: now, reason, amountCents, staffId: caller.staffId });
  if (reason) audit({ reason });
}
