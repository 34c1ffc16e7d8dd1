import { type EventOf, type StateOf, stateTable, type WhoOf } from '@proofkeep/contract';
import type { Lifecycle } from '../kit/transition.ts';

/** The life cycle of a text message. `kept` is the development outbox: such a message is shown there and never sent. */
export const textMessageStateTable = stateTable({
  states: ['kept', 'waiting', 'sent', 'refused'],
  initial: ['kept', 'waiting'],
  rows: [
    { from: 'waiting', event: 'send', to: 'sent', who: 'provider', because: 'the provider accepted it' },
    {
      from: 'waiting',
      event: 'refuse',
      to: 'refused',
      who: ['provider', 'clock'],
      because: 'the provider will never accept it, or it is too old to be of use',
    },
  ],
});

type State = StateOf<typeof textMessageStateTable>;
type Event = EventOf<typeof textMessageStateTable>;
export type TextMessageWho = WhoOf<typeof textMessageStateTable>;

export const textMessageLifecycle: Lifecycle<State, Event, TextMessageWho, null> = {
  table: textMessageStateTable,
  relation: 'text_message',
  key: 'id',
  // The row's state, time and refusal are its whole history.
  async record() {},
};
