import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, type StateOf, stateTable, type WhoOf } from '../state-table.ts';

/**
 * The life cycle of an invoice. An issued invoice never changes: a second one with negative amounts, the red invoice, cancels
 * it (Detailed Rules of the Invoice Administration Measures, on red-letter invoices).
 */
export const invoiceStateTable = stateTable({
  states: ['applied', 'issued', 'rejected', 'reapplied', 'red-flushed', 'withdrawn'],
  initial: ['applied'],
  rows: [
    { from: 'applied', event: 'issue', to: 'issued', who: 'operator', because: 'the tax platform issued it' },
    {
      from: 'applied',
      event: 'reject',
      to: 'rejected',
      who: 'operator',
      because: 'it cannot be issued as applied for',
    },
    { from: 'applied', event: 'withdraw', to: 'withdrawn', who: 'holder', because: 'no decision was made yet' },
    { from: 'applied', event: 'attach', to: 'applied', who: 'operator', because: 'the file is ready before the issue' },
    { from: 'rejected', event: 'reapply', to: 'reapplied', who: 'holder', because: 'the holder corrected it' },
    { from: 'reapplied', event: 'issue', to: 'issued', who: 'operator', because: 'the tax platform issued it' },
    {
      from: 'reapplied',
      event: 'reject',
      to: 'rejected',
      who: 'operator',
      because: 'it cannot be issued as applied for',
    },
    { from: 'reapplied', event: 'withdraw', to: 'withdrawn', who: 'holder', because: 'no decision was made yet' },
    {
      from: 'reapplied',
      event: 'attach',
      to: 'reapplied',
      who: 'operator',
      because: 'the file is ready before the issue',
    },
    { from: 'issued', event: 'attach', to: 'issued', who: 'operator', because: 'it was issued without a file' },
    {
      from: 'issued',
      event: 'replace',
      to: 'issued',
      who: 'operator',
      because: 'the file was the wrong one; the invoice itself stays as issued',
    },
    { from: 'issued', event: 'red-flush', to: 'red-flushed', who: 'operator', because: 'a red invoice cancelled it' },
  ],
});

/** State of an invoice. */
export const InvoiceState = z.enum(invoiceStateTable.states);
/** A state of `invoiceStateTable`. */
export type InvoiceState = StateOf<typeof invoiceStateTable>;
/** Event that can change the state of an invoice. */
export type InvoiceEvent = EventOf<typeof invoiceStateTable>;
/** Role that can cause an event of an invoice. */
export type InvoiceWho = WhoOf<typeof invoiceStateTable>;

/** Words for the states of an invoice. */
export const invoiceStateWords: Record<InvoiceState, Word> = {
  applied: ['已申请', 'Applied'],
  issued: ['已开具', 'Issued'],
  rejected: ['已驳回', 'Rejected'],
  reapplied: ['已重新申请', 'Reapplied'],
  'red-flushed': ['已红冲', 'Reversed'],
  withdrawn: ['已撤回', 'Withdrawn'],
};

/** The steps of an invoice's history: its first application, and every event but `attach`, which the holder doesn't see. */
export const invoiceSteps = ['apply', 'issue', 'reject', 'reapply', 'red-flush', 'replace', 'withdraw'] as const;
/** Kind of a step in the history of an invoice. */
export const InvoiceStepKind = z.enum(invoiceSteps);
export type InvoiceStepKind = z.infer<typeof InvoiceStepKind>;

/** Words for the steps in the history of an invoice. */
export const invoiceStepWords: Record<InvoiceStepKind, Word> = {
  apply: ['提交申请', 'Applied'],
  issue: ['开具发票', 'Issued'],
  reject: ['驳回申请', 'Rejected'],
  reapply: ['重新申请', 'Reapplied'],
  'red-flush': ['红冲', 'Reversed'],
  replace: ['更换发票文件', 'File replaced'],
  withdraw: ['撤回申请', 'Withdrawn'],
};

/** While an invoice is in one of these states, its orders can't go into another. */
export const livingInvoiceStates = ['applied', 'reapplied', 'issued'] as const satisfies readonly InvoiceState[];
