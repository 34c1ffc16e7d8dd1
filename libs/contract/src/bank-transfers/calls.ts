import { z } from 'zod';
import { bytes, call, nil, nothing } from '../call.ts';
import { Cents } from '../money/money.ts';
import { arrivalCents } from '../money/recharge-offer.ts';
import {
  bankReferenceLength,
  bankTransferNoteLength,
  payerNameLength,
  reasonLength,
  searchLength,
} from '../shared/limits.ts';
import { count, listOf, page } from '../shared/lists.ts';
import { nameOf } from '../shared/names.ts';
import { Upload } from '../uploads/calls.ts';
import { BankTransferState } from './states.ts';

const time = z.iso.datetime();
const day = z.iso.date();
const one = z.strictObject({ id: z.uuid() });
const Amount = count.min(arrivalCents.min).max(arrivalCents.max);

/** Maximum number of an account's undecided reports. */
export const mostOpenBankTransfers = 20;
/** A transfer can be reported for this many days after it was made. */
export const bankTransferDays = 180;

/** The platform's bank account, to which customers transfer money. */
export const ReceivingAccount = z.strictObject({ name: z.string(), bank: z.string(), number: z.string() });
export type ReceivingAccount = z.infer<typeof ReceivingAccount>;

/**
 * Identifies a receipt of the bank statement. Banks print references with spaces and in either case, so both are removed
 * before comparing: one reference is credited once.
 */
export const BankReference = z
  .string()
  .trim()
  .max(bankReferenceLength.max)
  .transform((text) => text.replace(/[\s-]+/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z]{4,}$/, 'bankReference'));

/** A bank transfer as shown to its account. */
export const BankTransfer = z.strictObject({
  id: z.string(),
  state: BankTransferState,
  /** Amount that the holder reported. */
  amountCents: Cents,
  /** Name of the account that paid. */
  payerName: z.string(),
  /** Day of the transfer at the payer's bank. */
  transferredOn: day,
  note: z.string(),
  receipt: Upload.pick({ name: true, mediaType: true, sizeBytes: true }),
  reportedAt: time,
  decidedAt: time.nullable(),
  /** Amount that arrived and was credited; null before that. */
  creditedCents: Cents.nullable(),
  /** The top-up order created for it; null before it is credited. */
  orderNo: z.string().nullable(),
  /** Reason of a rejection. */
  reason: z.string().nullable(),
});
export type BankTransfer = z.infer<typeof BankTransfer>;

/** A bank transfer as the console shows it. */
export const ConsoleBankTransfer = BankTransfer.extend({
  accountId: z.string(),
  accountName: z.string(),
  /** Member who reported it. */
  reportedBy: z.string(),
  /** The code that the account was asked to put in the remark. */
  remarkCode: z.string(),
  /** Reference of the receipt on the bank statement; null before it is credited. */
  reference: z.string().nullable(),
  decidedBy: z.string().nullable(),
});
export type ConsoleBankTransfer = z.infer<typeof ConsoleBankTransfer>;

const reporting = [{ per: 'login', times: 60, seconds: 3_600 }] as const;
const deciding = [{ per: 'login', times: 300, seconds: 3_600 }] as const;

/** Records of the calls about bank transfers. */
export const bankTransferCalls = {
  bankAccount: call({
    method: 'GET',
    path: '/creditor/bank-transfers/account',
    who: 'user',
    needs: 'billing',
    summary:
      "Returns the platform's bank account and the account's remark code; no bank account if transfers aren't offered.",
    input: nothing,
    reply: z.strictObject({ receiver: ReceivingAccount.nullable(), remarkCode: z.string() }),
  }),
  bankTransfers: call({
    method: 'GET',
    path: '/creditor/bank-transfers',
    who: 'user',
    needs: 'billing',
    summary: "Lists the account's reported bank transfers, newest first.",
    input: z.strictObject({ ...page, state: BankTransferState.optional() }),
    reply: listOf(BankTransfer),
  }),
  reportBankTransfer: call({
    method: 'POST',
    path: '/creditor/bank-transfers',
    who: 'user',
    needs: 'billing',
    summary:
      'Reports a bank transfer with its receipt. The balance changes once an operator finds it on the bank statement.',
    input: z.strictObject({
      amountCents: Amount,
      payerName: nameOf(payerNameLength),
      transferredOn: day,
      /** An uploaded attachment. */
      receipt: z.uuid(),
      note: z.string().trim().max(bankTransferNoteLength).default(''),
    }),
    reply: BankTransfer,
    refusals: ['BANK_TRANSFER_OFF', 'BANK_TRANSFERS_OPEN', 'UPLOAD_GONE'],
    limits: reporting,
    audit: 'bank-transfer.reported',
  }),
  bankReceipt: call({
    method: 'GET',
    path: '/creditor/bank-transfers/{id}/receipt',
    who: 'user',
    needs: 'billing',
    summary: 'Downloads the receipt of a reported bank transfer.',
    input: one,
    produces: 'application/octet-stream',
    reply: bytes,
  }),
  withdrawBankTransfer: call({
    method: 'POST',
    path: '/creditor/bank-transfers/{id}/withdraw',
    who: 'user',
    needs: 'billing',
    summary: 'Withdraws the report of a bank transfer that is not decided yet.',
    input: one,
    reply: BankTransfer,
    refusals: ['STATE_FORBIDS'],
    limits: reporting,
    audit: 'bank-transfer.withdrawn',
  }),
  consoleBankTransfers: call({
    method: 'GET',
    path: '/creditor/console/bank-transfers',
    who: 'operator',
    summary: 'Lists bank transfers in a state; those to review oldest first.',
    input: z.strictObject({
      ...page,
      state: BankTransferState.default('reported'),
      /** Remark code, reference, or a part of the payer's or account's name. */
      search: z.string().trim().max(searchLength).default(''),
    }),
    reply: listOf(ConsoleBankTransfer),
  }),
  consoleBankTransfer: call({
    method: 'GET',
    path: '/creditor/console/bank-transfers/{id}',
    who: 'operator',
    summary: 'Returns one bank transfer.',
    input: one,
    reply: ConsoleBankTransfer,
  }),
  consoleBankReceipt: call({
    method: 'GET',
    path: '/creditor/console/bank-transfers/{id}/receipt',
    who: 'operator',
    summary: 'Downloads the receipt of a bank transfer.',
    input: one,
    produces: 'application/octet-stream',
    reply: bytes,
    audit: 'bank-transfer.receipt-seen',
  }),
  creditBankTransfer: call({
    method: 'POST',
    path: '/creditor/console/bank-transfers/{id}/credit',
    who: 'operator',
    summary: 'Credits the amount that arrived to the balance, under the reference of the bank statement.',
    input: z.strictObject({ ...one.shape, amountCents: Amount, reference: BankReference }),
    reply: nil,
    refusals: ['PROVE_AGAIN', 'STATE_FORBIDS', 'BANK_REFERENCE_USED'],
    limits: deciding,
    audit: 'bank-transfer.credited',
  }),
  rejectBankTransfer: call({
    method: 'POST',
    path: '/creditor/console/bank-transfers/{id}/reject',
    who: 'operator',
    summary: 'Rejects the report of a bank transfer with a reason visible to the user.',
    input: z.strictObject({ ...one.shape, reason: z.string().trim().min(reasonLength.min).max(reasonLength.max) }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'bank-transfer.rejected',
  }),
};

/** Page of the site with the bank account and the reported transfers. */
export const bankTransfersPath = '/recharge/bank';
