import type { bankTransferCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import type { OrderSubject } from '../orders/service.ts';
import { consoleBankReceipt, consoleBankTransfer, consoleBankTransfers, credit, reject } from './console.ts';
import { bankAccount, bankReceipt, bankTransfers, reportBankTransfer, withdrawBankTransfer } from './report.ts';

export const bankTransferRoutes = (subject: OrderSubject): Handlers<typeof bankTransferCalls> => ({
  bankAccount,
  bankTransfers,
  reportBankTransfer,
  bankReceipt,
  withdrawBankTransfer,
  consoleBankTransfers,
  consoleBankTransfer,
  consoleBankReceipt,
  creditBankTransfer: (input, context) => credit(input, context, subject),
  rejectBankTransfer: reject,
});
