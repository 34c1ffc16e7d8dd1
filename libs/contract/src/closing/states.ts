import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable } from '../state-table.ts';

/** Days between the request to close an account and its closing, in which the holder can undo it. */
export const closingDays = 15;

/** The life cycle of a request to close an account. */
export const closingStateTable = stateTable({
  states: ['cooling', 'undone', 'stopped', 'closed'],
  initial: ['cooling'],
  rows: [
    { from: 'cooling', event: 'undo', to: 'undone', who: 'holder', because: 'the holder changed their mind in time' },
    { from: 'cooling', event: 'stop', to: 'stopped', who: 'clock', because: 'something unfinished came up meanwhile' },
    { from: 'cooling', event: 'finish', to: 'closed', who: 'clock', because: 'the cooling-off period is over' },
  ],
});

/** State of a request to close an account. */
export const ClosingState = z.enum(closingStateTable.states);
export type ClosingState = z.infer<typeof ClosingState>;
/** Event that can change the state of a request to close an account. */
export type ClosingEvent = EventOf<typeof closingStateTable>;

/** Display words of each state of a request to close an account. */
export const closingStateWords: Record<ClosingState, Word> = {
  cooling: ['注销冷静期', 'Cooling-off period'],
  undone: ['已撤销注销', 'Closure cancelled'],
  stopped: ['注销已中止', 'Closure stopped'],
  closed: ['已注销', 'Closed'],
};

/** Unfinished business that keeps an account from being closed; only a balance may be given up instead. */
export const closingObstacles = [
  'members',
  'seats',
  'attestations',
  'orders',
  'holds',
  'transfers',
  'invoices',
  'matters',
  'balance',
] as const;
/** Unfinished business of an account. */
export type ClosingObstacle = (typeof closingObstacles)[number];
