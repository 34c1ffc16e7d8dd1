import { z } from 'zod';
import type { Word } from '../shared/words.ts';

/** For so long what an operator has approved can still be stopped (NIST SP 800-63B-4 §4.2). */
export const recoveryDelayHours = 24;
/** Then a request that nobody decided is over. */
export const recoveryWaitDays = 14;

/** `asked`: in the console's queue. `scheduled`: an operator has made sure who it is; it takes effect a day later. */
export const recoveryStates = ['asked', 'scheduled', 'done', 'refused', 'stopped', 'expired'] as const;
export const RecoveryState = z.enum(recoveryStates);
export type RecoveryState = z.infer<typeof RecoveryState>;

export const recoveryWords: Record<RecoveryState, Word> = {
  asked: ['待核实', 'Waits for a decision'],
  scheduled: ['等待生效', 'Takes effect soon'],
  done: ['已移除', 'Removed'],
  refused: ['未通过', 'Refused'],
  stopped: ['已终止', 'Stopped'],
  expired: ['已过期', 'Expired'],
};

export type RecoveryEvent = 'approve' | 'refuse' | 'stop' | 'show' | 'finish' | 'expire';

/**
 * Each change there is, by whom. `stop`: somebody in a session of the person says that it is not wanted. `show`: a second
 * factor was shown, so that not every one is lost. What is over stays so; the person may ask anew.
 */
export const recoveryTransitions: readonly {
  from: RecoveryState;
  event: RecoveryEvent;
  to: RecoveryState;
  by: 'person' | 'operator' | 'clock';
}[] = [
  { from: 'asked', event: 'approve', to: 'scheduled', by: 'operator' },
  { from: 'asked', event: 'refuse', to: 'refused', by: 'operator' },
  { from: 'asked', event: 'stop', to: 'stopped', by: 'person' },
  { from: 'asked', event: 'show', to: 'stopped', by: 'person' },
  { from: 'asked', event: 'expire', to: 'expired', by: 'clock' },
  { from: 'scheduled', event: 'refuse', to: 'refused', by: 'operator' },
  { from: 'scheduled', event: 'stop', to: 'stopped', by: 'person' },
  { from: 'scheduled', event: 'show', to: 'stopped', by: 'person' },
  { from: 'scheduled', event: 'finish', to: 'done', by: 'clock' },
];

/** The state after an event, or undefined where the state does not allow it. */
export const recoveredBy = (from: RecoveryState, event: RecoveryEvent): RecoveryState | undefined =>
  recoveryTransitions.find((row) => row.from === from && row.event === event)?.to;
