import { payReturnPath, say } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { formatYuan } from '../../../kit/yuan.ts';
import type { Paid, PaymentProvider } from '../../../providers/payment/payment.ts';
import { notify } from '../../messages/service.ts';
import { postTransfer } from '../../money/service.ts';
import type { OrderRow } from '../store.ts';

/** Money is told of by its number at the provider, however often and in whatever words: it came once, and is dealt with once. */
interface Money {
  provider: string;
  txn: string;
}
const cameKey = ({ provider, txn }: Money): string => `mismatch:${provider}:${txn}`;
const overKey = ({ provider, txn }: Money): string => `mismatch-over:${provider}:${txn}`;

/**
 * Money that really came to us, but not as it was asked for, stands apart until somebody decides; its payer is told. In another
 * currency, or for another merchant, it is none that the ledger has. To be called with the order locked.
 */
export async function bookMismatch(
  db: Client,
  { order, provider, paid }: { order: OrderRow; provider: Pick<PaymentProvider, 'name' | 'merchant'>; paid: Paid },
): Promise<void> {
  const isOurs = paid.currency === 'CNY' && paid.merchant === provider.merchant && paid.txn !== '';
  if (!isOurs || !Number.isSafeInteger(paid.cents) || paid.cents <= 0) return;
  const known = await db.query('select from payment where provider = $1 and provider_txn = $2', [
    provider.name,
    paid.txn,
  ]);
  if (known.rows.length > 0) return;
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
  const said = say('message.payment-mismatch', { order: order.no, amount: formatYuan(paid.cents) });
  await notify(db, { accountId: order.accountId, kind: 'billing', said, link: payReturnPath(order.no) });
}

/** Whether somebody has dealt with this money already: it pays nothing any more. */
export async function isMismatchOver(db: Client, money: Money): Promise<boolean> {
  const { rows } = await db.query('select from ledger_transfer where key = $1', [overKey(money)]);
  return rows.length > 0;
}

/** What stands apart of it, in cents; null where nothing does. */
async function bookedCents(db: Client, money: Money): Promise<number | null> {
  const { rows } = await db.query<{ cents: number }>(
    `select cents::float8 as cents from ledger_transfer
     where key = $1 and not exists (select from ledger_transfer where key = $2)`,
    [cameKey(money), overKey(money)],
  );
  return rows[0]?.cents ?? null;
}

/** The same money is told of rightly now: what was booked of it was wrong. */
export async function supersedeMismatch(db: Client, order: OrderRow, money: Money): Promise<void> {
  const cents = await bookedCents(db, money);
  if (cents !== null) await endMismatch(db, { order, money, cents, isKept: false });
}

/**
 * What somebody found out, or did: the customer has it in his balance, it went back to its payer, or it never came. To be called
 * with the order locked. @returns false where there is nothing to decide
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
  const said = outcome === 'kept' ? say('message.payment-kept', values) : say('message.refund-done', values);
  await notify(db, { accountId: order.accountId, kind: 'billing', said, link: payReturnPath(order.no) });
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
