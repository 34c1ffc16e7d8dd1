import type { BankTransfer, BankTransferState, ConsoleBankTransfer } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage } from '../../database/listing.ts';
import { Refusal } from '../../kit/refusal.ts';

export interface BankTransferRow extends Record<string, unknown> {
  id: string;
  accountId: string;
  accountName: string;
  loginId: string;
  reportedBy: string;
  state: BankTransferState;
  amountCents: number;
  payerName: string;
  transferredOn: string;
  note: string;
  uploadId: string;
  uploadName: string;
  mediaType: string;
  sizeBytes: number;
  remarkCode: string;
  reportedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  reference: string | null;
  orderNo: string | null;
  creditedCents: number | null;
}

const columns = `t.id, t.account_id as "accountId", a.name as "accountName", t.login_id as "loginId", l.name as "reportedBy",
  t.state, t.amount_cents::float8 as "amountCents", t.payer_name as "payerName", t.transferred_on::text as "transferredOn",
  t.note, t.upload_id as "uploadId", u.name as "uploadName", u.media_type as "mediaType", u.size_bytes as "sizeBytes",
  t.remark_code as "remarkCode", t.reported_at as "reportedAt", t.decided_at as "decidedAt", s.name as "decidedBy",
  t.reason, t.reference, o.no as "orderNo", o.amount_cents::float8 as "creditedCents"`;
const joins = `join account a on a.id = t.account_id join login l on l.id = t.login_id join upload u on u.id = t.upload_id
  left join staff s on s.id = t.decided_by left join order_ o on o.id = t.order_id`;

interface NewBankTransfer {
  accountId: string;
  loginId: string;
  amountCents: number;
  payerName: string;
  transferredOn: string;
  note: string;
  uploadId: string;
  remarkCode: string;
  now: Date;
}

/** @returns its id */
export async function insertBankTransfer(db: Client, o: NewBankTransfer): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into bank_transfer
       (account_id, login_id, amount_cents, payer_name, transferred_on, note, upload_id, remark_code, reported_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [o.accountId, o.loginId, o.amountCents, o.payerName, o.transferredOn, o.note, o.uploadId, o.remarkCode, o.now],
  );
  return rows[0]?.id ?? '';
}

export async function findBankTransfer(db: Client, id: string): Promise<BankTransferRow | undefined> {
  const { rows } = await db.query<BankTransferRow>(`select ${columns} from bank_transfer t ${joins} where t.id = $1`, [
    id,
  ]);
  return rows[0];
}

/** Locks a bank transfer until the transaction ends. Lock order: before its order and the ledger. */
export async function lockBankTransfer(db: Client, id: string): Promise<BankTransferRow | undefined> {
  await db.query('select from bank_transfer where id = $1 for no key update', [id]);
  return findBankTransfer(db, id);
}

/**
 * Reserves the reference of a bank statement for a transfer until the transaction ends. @throws Refusal
 * BANK_REFERENCE_USED
 */
export async function requireFreeReference(db: Client, reference: string): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('bank-reference:' || $1, 0))`, [reference]);
  const { rowCount } = await db.query('select from bank_transfer where reference = $1', [reference]);
  if (rowCount !== 0) throw new Refusal('BANK_REFERENCE_USED');
}

interface Wanted {
  accountId?: string;
  state?: BankTransferState | undefined;
  search?: string;
  page: number;
  size: number;
}

/** Transfers to review come oldest first in the console, all others newest first. */
export async function listBankTransfers(
  db: Client,
  wanted: Wanted,
): Promise<{ rows: BankTransferRow[]; total: number }> {
  const conditions = new Conditions()
    .add('t.account_id = $', wanted.accountId)
    .add('t.state = $', wanted.state)
    .add(searched, wanted.search || undefined);
  const isQueue = wanted.accountId === undefined && wanted.state === 'reported';
  const listing = {
    columns,
    from: 'bank_transfer t',
    where: `${conditions}`,
    joins,
    by: isQueue ? 't.reported_at, t.id' : 't.id desc',
    values: conditions.values,
  };
  return listPage<BankTransferRow>(db, listing, wanted);
}

/** Users enter a code with its spaces, and a reference as printed on the statement. */
const searched = `(t.remark_code = replace(upper($), ' ', '') or t.reference = replace(upper($), ' ', '')
  or strpos(lower(t.payer_name), lower($)) > 0
  or t.account_id in (select id from account where strpos(lower(name), lower($)) > 0))`;

/** Counts an account's undecided reports and serializes reporting by this account until the transaction ends. */
export async function countOpenForReport(db: Client, accountId: string): Promise<number> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('bank-transfers:' || $1, 0))`, [accountId]);
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from bank_transfer where account_id = $1 and state = 'reported'`,
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/** Counts transfers awaiting review, with the time of the oldest. */
export async function countWaiting(db: Client): Promise<{ pending: number; oldest: Date | null }> {
  const { rows } = await db.query<{ pending: number; oldest: Date | null }>(
    `select count(*)::int as pending, min(reported_at) as oldest from bank_transfer where state = 'reported'`,
  );
  return rows[0] ?? { pending: 0, oldest: null };
}

export const bankTransferOf = (row: BankTransferRow): BankTransfer => ({
  id: row.id,
  state: row.state,
  amountCents: row.amountCents,
  payerName: row.payerName,
  transferredOn: row.transferredOn,
  note: row.note,
  receipt: { name: row.uploadName, mediaType: row.mediaType, sizeBytes: row.sizeBytes },
  reportedAt: row.reportedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  creditedCents: row.creditedCents,
  orderNo: row.orderNo,
  reason: row.reason,
});

export const consoleBankTransferOf = (row: BankTransferRow): ConsoleBankTransfer => ({
  ...bankTransferOf(row),
  accountId: row.accountId,
  accountName: row.accountName,
  reportedBy: row.reportedBy,
  remarkCode: row.remarkCode,
  reference: row.reference,
  decidedBy: row.decidedBy,
});
