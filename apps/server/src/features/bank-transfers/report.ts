import {
  accountDay,
  type BankTransfer,
  type Bytes,
  type bankTransferCalls,
  bankTransferDays,
  bankTransfersPath,
  type InputOf,
  message,
  mostOpenBankTransfers,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { formatYuan } from '../../kit/yuan.ts';
import { notify } from '../messages/service.ts';
import { referTo, uploadBytes, uploadsOf } from '../uploads/service.ts';
import { bankTransferLifecycle } from './lifecycle.ts';
import { remarkCodeOf } from './service.ts';
import {
  type BankTransferRow,
  bankTransferOf,
  countOpenForReport,
  findBankTransfer,
  insertBankTransfer,
  listBankTransfers,
} from './store.ts';

type Calls = typeof bankTransferCalls;
type User = Context<'user'>;

export const bankAccount = async (_input: unknown, { services, caller }: User) => ({
  receiver: services.bankAccount,
  remarkCode: remarkCodeOf(caller.accountId),
});

export async function bankTransfers(input: InputOf<Calls['bankTransfers']>, { db, caller }: User) {
  const { rows, total } = await listBankTransfers(db, { ...input, accountId: caller.accountId });
  return { list: rows.map(bankTransferOf), total };
}

/** Moves no money: an operator credits what arrived. */
export async function reportBankTransfer(
  input: InputOf<Calls['reportBankTransfer']>,
  context: User,
): Promise<BankTransfer> {
  const { db, services, caller, now, audit } = context;
  if (!services.bankAccount) throw new Refusal('BANK_TRANSFER_OFF');
  requireTransferDay(input.transferredOn, context);
  const { accountId, loginId } = caller;
  if ((await countOpenForReport(db, accountId)) >= mostOpenBankTransfers)
    throw new Refusal('BANK_TRANSFERS_OPEN', { values: { count: mostOpenBankTransfers } });
  const { receipt, ...reported } = input;
  const [uploadId = ''] = await referTo(context, { receipt: { id: receipt, purpose: 'attachment' } }, []);
  const remarkCode = remarkCodeOf(accountId);
  const id = await insertBankTransfer(db, { ...reported, accountId, loginId, uploadId, remarkCode, now });
  const amount = formatYuan(input.amountCents);
  const sentence = message('message.bank-transfer-reported', { amount });
  await notify(db, { accountId, kind: 'billing', message: sentence, link: bankTransfersPath });
  audit({ bankTransfer: id, amountCents: input.amountCents });
  return bankTransferOf(await ownBankTransfer(db, accountId, id));
}

const notYet = { zh: '转账日期不能晚于今天', en: 'The day of the transfer can’t be in the future' };
const tooOld = {
  zh: `转账日期不能早于 ${bankTransferDays} 天前`,
  en: `The transfer must not be older than ${bankTransferDays} days`,
};

/** @throws Refusal INPUT_INVALID for a day after today in China, or too long ago */
function requireTransferDay(day: string, { now, language }: Pick<User, 'now' | 'language'>): void {
  const first = accountDay(new Date(now.getTime() - bankTransferDays * 86_400_000));
  const message = day > accountDay(now) ? notYet[language] : day < first ? tooOld[language] : null;
  if (message) throw new Refusal('INPUT_INVALID', { fields: [{ field: 'transferredOn', message }] });
}

export async function withdrawBankTransfer({ id }: { id: string }, { db, caller, now, audit }: User) {
  const row = await ownBankTransfer(db, caller.accountId, id);
  await transition(db, bankTransferLifecycle, id, {
    event: 'withdraw',
    who: 'holder',
    detail: { row, credited: null, reason: null },
    set: { decided_at: now },
  });
  audit({ bankTransfer: id, amountCents: row.amountCents });
  return bankTransferOf(await ownBankTransfer(db, caller.accountId, id));
}

export async function bankReceipt({ id }: { id: string }, { db, caller, services }: User): Promise<Bytes> {
  return receiptOf(db, services, await ownBankTransfer(db, caller.accountId, id));
}

/** The file that proves the transfer. @throws Refusal NOT_FOUND */
export async function receiptOf(db: Client, services: User['services'], row: BankTransferRow): Promise<Bytes> {
  const [upload] = await uploadsOf(db, [row.uploadId]);
  if (!upload) throw new Refusal('NOT_FOUND');
  return uploadBytes(services, upload);
}

/** @throws Refusal NOT_FOUND, also for a transfer of another account */
async function ownBankTransfer(db: Client, accountId: string, id: string): Promise<BankTransferRow> {
  const row = await findBankTransfer(db, id);
  if (row?.accountId !== accountId) throw new Refusal('NOT_FOUND');
  return row;
}
