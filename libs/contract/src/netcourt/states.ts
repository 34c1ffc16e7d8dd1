import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';

/**
 * States of a submission to an internet court. `unconfirmed`: the court was replaced before it answered, so it is unknown
 * whether it has the evidence.
 */
export const netcourtStates = ['waiting', 'received', 'refused', 'unconfirmed'] as const;
/** State of a submission to an internet court. */
export const NetcourtState = z.enum(netcourtStates);
export type NetcourtState = z.infer<typeof NetcourtState>;

/** Words for the states of a submission to an internet court. */
export const netcourtStateWords: Record<NetcourtState, Word> = {
  waiting: ['提交中', 'Submitting'],
  received: ['已提交', 'Submitted'],
  refused: ['法院未接收', 'Not accepted'],
  unconfirmed: ['未获法院确认', 'Not confirmed'],
};

/** Life cycle of a submission to an internet court. The court's decision about the evidence is not part of it. */
export const netcourtStateTable = stateTable({
  states: netcourtStates,
  initial: ['waiting'],
  rows: [
    {
      from: 'waiting',
      event: 'receive',
      to: 'received',
      who: 'court',
      because: 'the court confirmed that it has the evidence and gave a number',
    },
    {
      from: 'waiting',
      event: 'refuse',
      to: 'refused',
      who: 'court',
      because: 'the court does not take the evidence in this form',
    },
    {
      from: 'waiting',
      event: 'disconnect',
      to: 'unconfirmed',
      who: 'clock',
      because: 'another court is connected now, and an answer of this one may have been lost',
    },
    {
      from: 'unconfirmed',
      event: 'receive',
      to: 'received',
      who: 'court',
      because: 'the court confirmed late that it has the evidence',
    },
    {
      from: 'unconfirmed',
      event: 'refuse',
      to: 'refused',
      who: 'court',
      because: 'the court declined the evidence late',
    },
    {
      from: 'unconfirmed',
      event: 'submit',
      to: 'waiting',
      who: 'user',
      because: 'the user wants it submitted to the court that is connected now',
    },
    {
      from: 'refused',
      event: 'submit',
      to: 'waiting',
      who: 'user',
      because: 'the reason was dealt with, so it is submitted again',
    },
  ],
});
/** Event that can change the state of a submission to an internet court. */
export type NetcourtEvent = EventOf<typeof netcourtStateTable>;
/** Role that can cause an event of a submission to an internet court. */
export type NetcourtRole = WhoOf<typeof netcourtStateTable>;
