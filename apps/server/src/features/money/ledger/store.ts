import type { LedgerAccountKind, TransferKind } from '@proofkeep/contract';
import { DatabaseError } from 'pg';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';

/** An account of the ledger: a customer's balance or its held part, or one of the platform's accounts. */
export type LedgerAccount =
  | { kind: 'balance' | 'held'; accountId: string }
  | { kind: 'revenue' }
  /** Money that belongs to no order, or is on its way back to its payer. */
  | { kind: 'returning' }
  | { kind: 'funds'; provider: string };

export interface Transfer {
  /** Idempotency key: a transfer with this key is posted once. */
  key: string;
  kind: TransferKind;
  /** The login that caused it; null for a provider or a job. */
  loginId: string | null;
  /** The hold, order or refund it belongs to. */
  subject: string;
  from: LedgerAccount;
  to: LedgerAccount;
  cents: number;
}

/**
 * Posts a transfer in the caller's transaction. @returns false if a transfer with this key was posted before @throws
 * Refusal BALANCE_SHORT if the account it is taken from has less
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
      values: [key, kind, loginId, subject, cents, ...columnsOf(from), ...columnsOf(to)],
    });
    return rows[0]?.isNew ?? false;
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'ledger_balance') throw new Refusal('BALANCE_SHORT');
    throw error;
  }
}

/**
 * Posts several holds, changing each balance once. @param holds ids of the charges, with their amounts
 * @throws Refusal BALANCE_SHORT
 */
export async function postHolds(
  db: Client,
  o: { accountId: string; loginId: string },
  holds: readonly { id: string; cents: number }[],
): Promise<void> {
  try {
    await db.query('select post_holds($1, $2, $3, $4)', [
      o.accountId,
      o.loginId,
      holds.map(({ id }) => id),
      holds.map(({ cents }) => cents),
    ]);
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'ledger_balance') throw new Refusal('BALANCE_SHORT');
    throw error;
  }
}

const columnsOf = (account: LedgerAccount) => [
  account.kind,
  'accountId' in account ? account.accountId : null,
  'provider' in account ? account.provider : null,
];

/** An account's available and held money, in cents. */
export async function findBalance(db: Client, accountId: string): Promise<{ balanceCents: number; heldCents: number }> {
  const { rows } = await db.query<{ kind: string; cents: string }>(
    'select kind, balance_cents as cents from ledger_account where account_id = $1',
    [accountId],
  );
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.cents ?? 0);
  return { balanceCents: of('balance'), heldCents: of('held') };
}

/** Funds that an account can spend, in cents; its balance stays locked until the transaction ends. */
export async function lockBalance(db: Client, accountId: string): Promise<number> {
  const { rows } = await db.query<{ cents: number }>({
    name: 'lock-balance',
    text: `select balance_cents::float8 as cents from ledger_account where account_id = $1 and kind = 'balance'
     for no key update`,
    values: [accountId],
  });
  return rows[0]?.cents ?? 0;
}

/** The amount of the transfer with this key; null if it doesn't exist. */
export async function findTransferCents(db: Client, key: string): Promise<number | null> {
  const { rows } = await db.query<{ cents: number }>(
    'select cents::float8 as cents from ledger_transfer where key = $1',
    [key],
  );
  return rows[0]?.cents ?? null;
}

export interface PostedTransfer {
  key: string;
  kind: TransferKind;
  at: Date;
  entries: { account: LedgerAccountKind; provider: string | null; amountCents: number; balanceCents: number | null }[];
}

/** The transfers of a subject, oldest first. */
export async function findTransfers(db: Client, subject: string): Promise<PostedTransfer[]> {
  const { rows } = await db.query<PostedTransfer & object>(
    `select e.key, e.kind, e.at, jsonb_agg(jsonb_build_object('account', a.kind, 'provider', a.provider,
       'amountCents', e.amount_cents, 'balanceCents', e.balance_cents) order by e.amount_cents) as entries
     from ledger_entry e join ledger_account a on a.id = e.ledger_account_id where e.subject = $1
     group by e.transfer_id, e.key, e.kind, e.at order by e.transfer_id`,
    [subject],
  );
  return rows;
}
