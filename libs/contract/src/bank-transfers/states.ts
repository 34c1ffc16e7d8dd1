import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';

/** States of a reported bank transfer. */
export const bankTransferStates = ['reported', 'credited', 'rejected', 'withdrawn'] as const;
/** State of a reported bank transfer. */
export const BankTransferState = z.enum(bankTransferStates);
export type BankTransferState = z.infer<typeof BankTransferState>;

/** Words for the states of a reported bank transfer. */
export const bankTransferStateWords: Record<BankTransferState, Word> = {
  reported: ['核对中', 'Under review'],
  credited: ['已入账', 'Credited'],
  rejected: ['未入账', 'Rejected'],
  withdrawn: ['已撤回', 'Withdrawn'],
};

/**
 * Life cycle of a bank transfer that a holder reported. Every decision is final: a credited one is an order that can be
 * refunded, and a rejected one is reported again with a better proof.
 */
export const bankTransferStateTable = stateTable({
  states: bankTransferStates,
  initial: ['reported'],
  rows: [
    {
      from: 'reported',
      event: 'credit',
      to: 'credited',
      who: 'operator',
      because: 'the bank statement shows the money',
    },
    {
      from: 'reported',
      event: 'reject',
      to: 'rejected',
      who: 'operator',
      because: 'the money did not arrive, or is not from this account',
    },
    {
      from: 'reported',
      event: 'withdraw',
      to: 'withdrawn',
      who: 'holder',
      because: 'it was reported by mistake and is not decided yet',
    },
  ],
});
/** Event that can change the state of a reported bank transfer. */
export type BankTransferEvent = EventOf<typeof bankTransferStateTable>;
/** Role that can cause an event of a reported bank transfer. */
export type BankTransferRole = WhoOf<typeof bankTransferStateTable>;
