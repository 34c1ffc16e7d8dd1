import type { Bytes, bankTransferCalls, ConsoleBankTransfer, InputOf } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { creditBankTransfer, type OrderSubject } from '../orders/service.ts';
import { bankTransferLifecycle } from './lifecycle.ts';
import { receiptOf } from './report.ts';
import {
  type BankTransferRow,
  consoleBankTransferOf,
  findBankTransfer,
  listBankTransfers,
  lockBankTransfer,
  requireFreeReference,
} from './store.ts';

type Calls = typeof bankTransferCalls;
type Operator = Context<'operator'>;

export async function consoleBankTransfers(input: InputOf<Calls['consoleBankTransfers']>, { db }: Operator) {
  const { rows, total } = await listBankTransfers(db, input);
  return { list: rows.map(consoleBankTransferOf), total };
}

export const consoleBankTransfer = async ({ id }: { id: string }, { db }: Operator): Promise<ConsoleBankTransfer> =>
  consoleBankTransferOf(await existing(findBankTransfer(db, id)));

export async function consoleBankReceipt({ id }: { id: string }, { db, services, audit }: Operator): Promise<Bytes> {
  const row = await existing(findBankTransfer(db, id));
  audit({ bankTransfer: id, accountId: row.accountId });
  return receiptOf(db, services, row);
}

/**
 * State, order, payment and ledger change in one transaction: a crash leaves all or nothing, and a repeated request
 * finds the transfer credited. Lock order: bank transfer, reference, order, ledger accounts.
 */
export async function credit(
  { id, amountCents, reference }: InputOf<Calls['creditBankTransfer']>,
  context: Operator,
  subject: OrderSubject,
): Promise<null> {
  const { db, services, now } = context;
  await requireProof(context);
  const row = await lockForDecision(context, id);
  await requireFreeReference(db, reference);
  const { accountId, loginId } = row;
  const arrived = { accountId, loginId, cents: amountCents, reference, now, jobs: services.jobs, subject };
  const { orderId, orderNo } = await creditBankTransfer(db, arrived);
  await decide(context, row, {
    event: 'credit',
    credited: { orderNo, cents: amountCents },
    reason: null,
    set: { reference, order_id: orderId },
  });
  context.audit({ amountCents, reference, order: orderNo });
  return null;
}

export async function reject({ id, reason }: InputOf<Calls['rejectBankTransfer']>, context: Operator): Promise<null> {
  const row = await lockForDecision(context, id);
  await decide(context, row, { event: 'reject', credited: null, reason, set: { reason } });
  context.audit({ reason });
  return null;
}

/** Checks the state table before money moves. @throws Refusal NOT_FOUND, STATE_FORBIDS */
async function lockForDecision({ db, audit }: Operator, id: string): Promise<BankTransferRow> {
  const row = await existing(lockBankTransfer(db, id));
  audit({ bankTransfer: id, accountId: row.accountId });
  if (!bankTransferLifecycle.table.after(row.state, 'credit', 'operator')) throw new Refusal('STATE_FORBIDS');
  return row;
}

async function decide(
  { db, caller, now }: Operator,
  row: BankTransferRow,
  o: {
    event: 'credit' | 'reject';
    credited: { orderNo: string; cents: number } | null;
    reason: string | null;
    set: Record<string, unknown>;
  },
): Promise<void> {
  const { event, credited, reason, set } = o;
  await transition(db, bankTransferLifecycle, row.id, {
    event,
    who: 'operator',
    detail: { row, credited, reason },
    set: { ...set, decided_at: now, decided_by: caller.staffId },
  });
}

/** @throws Refusal NOT_FOUND */
async function existing(loaded: Promise<BankTransferRow | undefined>): Promise<BankTransferRow> {
  const row = await loaded;
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}
