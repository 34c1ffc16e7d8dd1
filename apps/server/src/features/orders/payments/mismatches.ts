import { message, payReturnPath } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { formatYuan } from '../../../kit/yuan.ts';
import type { Paid, PaymentProvider } from '../../../providers/payment/payment.ts';
import { notify } from '../../messages/service.ts';
import { findTransferCents, postTransfer } from '../../money/service.ts';
import type { OrderRow } from '../store.ts';
import { isTransactionKnown } from './store.ts';

/**
 * Received money, identified by the provider's number: it arrives once and is settled once, however often it is
 * reported.
 */
interface Money {
  provider: string;
  txn: string;
}
const cameKey = ({ provider, txn }: Money): string => `mismatch:${provider}:${txn}`;
const overKey = ({ provider, txn }: Money): string => `mismatch-over:${provider}:${txn}`;

/**
 * Sets aside received money that doesn't match its payment, until an operator decides, and notifies the payer. Money in
 * another currency, or for another merchant, doesn't enter the ledger. The order must be locked.
 */
export async function bookMismatch(
  db: Client,
  { order, provider, paid }: { order: OrderRow; provider: Pick<PaymentProvider, 'name' | 'merchant'>; paid: Paid },
): Promise<void> {
  const isOurs = paid.currency === 'CNY' && paid.merchant === provider.merchant && paid.txn !== '';
  if (!isOurs || !Number.isSafeInteger(paid.cents) || paid.cents <= 0) return;
  if (await isTransactionKnown(db, { provider: provider.name, txn: paid.txn })) return;
  const isNew = await postTransfer(db, {
    key: cameKey({ provider: provider.name, txn: paid.txn }),
    kind: 'stray',
    loginId: null,
    subject: order.id,
    from: { kind: 'funds', provider: provider.name },
    to: { kind: 'returning' },
    cents: paid.cents,
  });
  if (!isNew) return;
  const sentence = message('message.payment-mismatch', { order: order.no, amount: formatYuan(paid.cents) });
  await notify(db, { accountId: order.accountId, kind: 'billing', message: sentence, link: payReturnPath(order.no) });
}

/** Whether an operator has decided about this money, so it can no longer pay anything. */
export async function isMismatchOver(db: Client, money: Money): Promise<boolean> {
  return (await findTransferCents(db, overKey(money))) !== null;
}

/** The amount set aside; null if none is. */
async function bookedCents(db: Client, money: Money): Promise<number | null> {
  return (await isMismatchOver(db, money)) ? null : findTransferCents(db, cameKey(money));
}

/** Reverses what was set aside, because the provider now reports the same money correctly. */
export async function supersedeMismatch(db: Client, order: OrderRow, money: Money): Promise<void> {
  const cents = await bookedCents(db, money);
  if (cents !== null) await endMismatch(db, { order, money, cents, isKept: false });
}

/**
 * Records an operator's decision: the customer keeps the money in the balance, it went back to its payer, or it never arrived.
 * The order must be locked.
 * @returns false if nothing is set aside
 */
export async function decideMismatch(
  db: Client,
  o: { order: OrderRow; money: Money; outcome: 'paid-back' | 'kept' | 'none-came' },
): Promise<boolean> {
  const { order, money, outcome } = o;
  const cents = await bookedCents(db, money);
  if (cents === null) return false;
  await endMismatch(db, { order, money, cents, isKept: outcome === 'kept' });
  if (outcome === 'none-came') return true;
  const values = { order: order.no, amount: formatYuan(cents) };
  const sentence =
    outcome === 'kept' ? message('message.payment-kept', values) : message('message.refund-done', values);
  await notify(db, { accountId: order.accountId, kind: 'billing', message: sentence, link: payReturnPath(order.no) });
  return true;
}

const endMismatch = (
  db: Client,
  { order, money, cents, isKept }: { order: OrderRow; money: Money; cents: number; isKept: boolean },
): Promise<boolean> =>
  postTransfer(db, {
    key: overKey(money),
    kind: isKept ? 'recharge' : 'refund',
    loginId: null,
    subject: order.id,
    from: { kind: 'returning' },
    to: isKept ? { kind: 'balance', accountId: order.accountId } : { kind: 'funds', provider: money.provider },
    cents,
  });
