import { z } from 'zod';
import type { Word } from '../shared/words.ts';

export const invoiceStates = ['applied', 'issued', 'rejected', 'reapplied', 'red-flushed', 'withdrawn'] as const;
export const InvoiceState = z.enum(invoiceStates);
export type InvoiceState = z.infer<typeof InvoiceState>;

export const invoiceStateWords: Record<InvoiceState, Word> = {
  applied: ['已申请', 'Applied for'],
  issued: ['已开具', 'Issued'],
  rejected: ['已驳回', 'Rejected'],
  reapplied: ['已重新申请', 'Applied for again'],
  'red-flushed': ['已红冲', 'Red-flushed'],
  withdrawn: ['已撤回', 'Taken back'],
};

export const invoiceEvents = ['apply', 'issue', 'reject', 'reapply', 'red-flush', 'replace', 'withdraw'] as const;
export const InvoiceEvent = z.enum(invoiceEvents);
export type InvoiceEvent = z.infer<typeof InvoiceEvent>;

export const invoiceEventWords: Record<InvoiceEvent, Word> = {
  apply: ['提交申请', 'Applied for'],
  issue: ['开具发票', 'Issued'],
  reject: ['驳回申请', 'Rejected'],
  reapply: ['重新申请', 'Applied for again'],
  'red-flush': ['红冲', 'Red-flushed'],
  replace: ['更换发票文件', 'File replaced'],
  withdraw: ['撤回申请', 'Taken back'],
};

/**
 * Each change there is, by whom. An invoice that was issued is never changed: what it was about is taken back by a second one
 * with negative amounts, the red one (Detailed Rules of the Invoice Administration Measures, on red-letter invoices).
 */
export const invoiceTransitions: readonly {
  from: InvoiceState;
  event: InvoiceEvent;
  to: InvoiceState;
  by: 'holder' | 'operator';
}[] = [
  { from: 'applied', event: 'issue', to: 'issued', by: 'operator' },
  { from: 'applied', event: 'reject', to: 'rejected', by: 'operator' },
  { from: 'rejected', event: 'reapply', to: 'reapplied', by: 'holder' },
  { from: 'reapplied', event: 'issue', to: 'issued', by: 'operator' },
  { from: 'reapplied', event: 'reject', to: 'rejected', by: 'operator' },
  // While nobody has decided; its orders can go into another.
  { from: 'applied', event: 'withdraw', to: 'withdrawn', by: 'holder' },
  { from: 'reapplied', event: 'withdraw', to: 'withdrawn', by: 'holder' },
  { from: 'issued', event: 'red-flush', to: 'red-flushed', by: 'operator' },
  // The file alone: what the tax authority has issued stays as it is.
  { from: 'issued', event: 'replace', to: 'issued', by: 'operator' },
];

/** The state after an event, or undefined where the state does not allow it. */
export const invoicedBy = (from: InvoiceState, event: InvoiceEvent): InvoiceState | undefined =>
  invoiceTransitions.find((row) => row.from === from && row.event === event)?.to;

/** While it is in one of these, its orders are in no other invoice. */
export const livingInvoiceStates = ['applied', 'reapplied', 'issued'] as const satisfies readonly InvoiceState[];
