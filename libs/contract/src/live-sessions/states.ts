import { z } from 'zod';
import type { AttestationState, WorkStep } from '../attestations/states.ts';
import type { Word } from '../shared/words.ts';
import { type EventOf, type StateOf, stateTable, type WhoOf } from '../state-table.ts';

/**
 * The life cycle of a live session, as shown to its user. A session is an attestation: its state follows from that row
 * (`liveStateOf`) and is stored nowhere else.
 */
export const liveStateTable = stateTable({
  states: ['queuing', 'in-progress', 'uploading', 'succeeded', 'failed', 'cancelled'],
  initial: ['queuing'],
  rows: [
    {
      from: 'queuing',
      event: 'entered',
      to: 'in-progress',
      who: 'node',
      because: 'a capture node started its browser',
    },
    { from: 'queuing', event: 'cancelled', to: 'cancelled', who: 'holder', because: 'no browser was started' },
    {
      from: 'in-progress',
      event: 'left',
      to: 'queuing',
      who: ['node', 'service'],
      because: 'the node was lost before anything was recorded: another one may take it',
    },
    {
      from: 'in-progress',
      event: 'stopped',
      to: 'uploading',
      who: ['holder', 'node', 'service'],
      because: 'the recording ended and is being handed in and sealed',
    },
    {
      from: 'in-progress',
      event: 'cancelled',
      to: 'cancelled',
      who: 'holder',
      because: 'nothing is sealed and nothing is charged',
    },
    { from: 'in-progress', event: 'failed', to: 'failed', who: 'service', because: 'nothing was recorded' },
    {
      from: 'uploading',
      event: 'cancelled',
      to: 'cancelled',
      who: 'holder',
      because: 'the holder cancelled before anything was logged',
    },
    { from: 'uploading', event: 'sealed', to: 'succeeded', who: 'service', because: 'the certificate is stored' },
    { from: 'uploading', event: 'failed', to: 'failed', who: 'service', because: 'the recording could not be sealed' },
  ],
});

/** State of a live session. */
export const LiveState = z.enum(liveStateTable.states);
/** A state of `liveStateTable`. */
export type LiveState = StateOf<typeof liveStateTable>;
/** Event that can change the state of a live session. */
export type LiveEvent = EventOf<typeof liveStateTable>;
/** Role that can cause an event of a live session. */
export type LiveWho = WhoOf<typeof liveStateTable>;

/** Words for the states of a live session. */
export const liveStateWords: Record<LiveState, Word> = {
  queuing: ['排队中', 'Queued'],
  'in-progress': ['取证中', 'In progress'],
  uploading: ['封存中', 'Sealing'],
  succeeded: ['已封存', 'Sealed'],
  failed: ['失败', 'Failed'],
  cancelled: ['已取消', 'Cancelled'],
};

/** Steps during which a session that is being captured is in progress; as well before the first one. */
export const recordingSteps: readonly WorkStep[] = ['isolate', 'launch', 'inspect', 'steer'];

/** @returns the session state of an attestation of kind `live` */
export function liveStateOf({ state, step }: { state: AttestationState; step: WorkStep | null }): LiveState {
  switch (state) {
    case 'unpaid':
    case 'queuing':
      return 'queuing';
    case 'capturing':
      return step === null || recordingSteps.includes(step) ? 'in-progress' : 'uploading';
    case 'preview':
    case 'sealing':
      return 'uploading';
    default:
      return state;
  }
}
