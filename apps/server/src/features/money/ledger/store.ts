import type { TransferKind } from '@proofkeep/contract';
import { DatabaseError } from 'pg';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';

/** An account of the ledger: a customer's balance and what of it is held, or the platform's own. */
export type LedgerAccount =
  | { kind: 'balance' | 'held'; accountId: string }
  | { kind: 'revenue' }
  /** What came for nothing that is wanted any more, or is on its way back to who paid it. */
  | { kind: 'returning' }
  | { kind: 'funds'; provider: string };

interface Transfer {
  /** Of the business act: it is done once, however often it is asked for. */
  key: string;
  kind: TransferKind;
  /** Who caused it; null where a provider or a clock did. */
  loginId: string | null;
  /** The charge, order or refund that it belongs to. */
  subject: string;
  /** Cents go from one account to another. */
  from: LedgerAccount;
  to: LedgerAccount;
  cents: number;
}

/**
 * Posts a transfer in the caller's transaction; false where it was posted before.
 * @throws Refusal BALANCE_SHORT where the account it goes from has less
 */
export async function postTransfer(
  db: Client,
  { key, kind, loginId, subject, from, to, cents }: Transfer,
): Promise<boolean> {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError(`${cents} cents cannot be transferred.`);
  try {
    const { rows } = await db.query<{ isNew: boolean }>({
      name: 'post-transfer',
      text: 'select post_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as "isNew"',
      values: [key, kind, loginId, subject, cents, ...named(from), ...named(to)],
    });
    return rows[0]?.isNew ?? false;
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'ledger_balance') throw new Refusal('BALANCE_SHORT');
    throw error;
  }
}

const named = (account: LedgerAccount) => [
  account.kind,
  'accountId' in account ? account.accountId : null,
  'provider' in account ? account.provider : null,
];

/** What a customer can spend, and what is set aside, in cents. */
export async function findBalance(db: Client, accountId: string): Promise<{ balanceCents: number; heldCents: number }> {
  const { rows } = await db.query<{ kind: string; cents: string }>(
    'select kind, balance_cents as cents from ledger_account where account_id = $1',
    [accountId],
  );
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.cents ?? 0);
  return { balanceCents: of('balance'), heldCents: of('held') };
}
