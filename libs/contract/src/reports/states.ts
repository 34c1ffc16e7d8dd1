import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';

/** States of a reported problem. */
export const problemReportStates = ['open', 'answered', 'closed'] as const;
/** State of a reported problem. */
export const ProblemReportState = z.enum(problemReportStates);
export type ProblemReportState = z.infer<typeof ProblemReportState>;

/** Words for the states of a reported problem. */
export const problemReportStateWords: Record<ProblemReportState, Word> = {
  open: ['待回复', 'Open'],
  answered: ['已回复', 'Answered'],
  closed: ['已关闭', 'Closed'],
};

/** Life cycle of a reported problem. A closed report stays closed: if the problem recurs, it is reported again. */
export const problemReportStateTable = stateTable({
  states: problemReportStates,
  initial: ['open'],
  rows: [
    { from: 'open', event: 'answer', to: 'answered', who: 'operator', because: 'an operator looked into it' },
    { from: 'answered', event: 'reply', to: 'open', who: 'reporter', because: 'the answer did not solve it' },
    {
      from: 'open',
      event: 'dismiss',
      to: 'closed',
      who: 'operator',
      because: 'no answer is needed, as for a duplicate',
    },
    { from: 'answered', event: 'dismiss', to: 'closed', who: 'operator', because: 'it is settled' },
    { from: 'open', event: 'close', to: 'closed', who: 'reporter', because: 'it was solved without an answer' },
    { from: 'answered', event: 'close', to: 'closed', who: 'reporter', because: 'the answer solved it' },
  ],
});
/** Event that can change the state of a reported problem. */
export type ProblemReportEvent = EventOf<typeof problemReportStateTable>;
/** Role that can cause an event of a reported problem. */
export type ProblemReportRole = WhoOf<typeof problemReportStateTable>;
