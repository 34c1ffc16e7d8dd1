import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable } from '../state-table.ts';

/** Time during which an approved request can still be cancelled (NIST SP 800-63B-4 §4.2). */
export const recoveryDelayHours = 24;
/** A request expires if no operator decides within this time. */
export const recoveryWaitDays = 14;

/**
 * Life cycle of a request to remove lost second factors. `asked`: in the console's queue. `scheduled`: an operator has
 * verified the person; it takes effect after `recoveryDelayHours`. A finished request doesn't change again; the person
 * may make another.
 */
export const recoveryStateTable = stateTable({
  states: ['asked', 'scheduled', 'done', 'refused', 'stopped', 'expired'],
  initial: ['asked'],
  rows: [
    { from: 'asked', event: 'approve', to: 'scheduled', who: 'operator', because: 'the operator verified the person' },
    { from: 'asked', event: 'refuse', to: 'refused', who: 'operator', because: 'the person could not be verified' },
    { from: 'asked', event: 'stop', to: 'stopped', who: 'person', because: 'a signed-in session does not want it' },
    { from: 'asked', event: 'use-factor', to: 'stopped', who: 'person', because: 'not every factor is lost' },
    { from: 'asked', event: 'expire', to: 'expired', who: 'clock', because: 'it was not decided in time' },
    { from: 'scheduled', event: 'refuse', to: 'refused', who: 'operator', because: 'an approval may prove wrong' },
    { from: 'scheduled', event: 'stop', to: 'stopped', who: 'person', because: 'a signed-in session does not want it' },
    { from: 'scheduled', event: 'use-factor', to: 'stopped', who: 'person', because: 'not every factor is lost' },
    { from: 'scheduled', event: 'finish', to: 'done', who: 'clock', because: 'the delay is over' },
  ],
});

/** States of a request to remove second factors. */
export const recoveryStates = recoveryStateTable.states;
/** State of a request to remove second factors. */
export const RecoveryState = z.enum(recoveryStates);
export type RecoveryState = z.infer<typeof RecoveryState>;
/** Event that can change the state of a recovery request. */
export type RecoveryEvent = EventOf<typeof recoveryStateTable>;

/** Display words of each state of a recovery request. */
export const recoveryStateWords: Record<RecoveryState, Word> = {
  asked: ['待核实', 'Needs review'],
  scheduled: ['等待生效', 'Scheduled'],
  done: ['已移除', 'Removed'],
  refused: ['未通过', 'Not approved'],
  stopped: ['已终止', 'Stopped'],
  expired: ['已过期', 'Expired'],
};
