import {
  type Message,
  type SecondRecordEvent,
  type SecondRecordState,
  type SecondRecordWho,
  secondRecordStateTable,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { type Lifecycle, transition } from '../../../kit/transition.ts';
import { type Actor, recordEvent } from '../custody.ts';
import { findSecond } from './store.ts';

interface Detail {
  by: Actor;
  messages: readonly Message[];
}

export const secondRecordLifecycle: Lifecycle<SecondRecordState, SecondRecordEvent, SecondRecordWho, Detail> = {
  table: secondRecordStateTable,
  relation: 'second_record',
  key: 'ano',
  record: (db, { key: ano, event, detail: { by, messages } }) =>
    recordEvent(db, { ano, event: `second.${event}`, by, messages }),
};

/**
 * Moves a second record to its next state and records that in the custody record of its attestation, whose row is locked
 * before it.
 * @throws Refusal NOT_FOUND, STATE_FORBIDS
 */
export async function moveSecond(
  db: Client,
  ano: string,
  event: SecondRecordEvent,
  o: { by?: Actor; messages?: readonly Message[]; set?: Readonly<Record<string, unknown>> } = {},
): Promise<void> {
  const { by = 'service', messages = [], set = {} } = o;
  const who = by === 'service' ? 'service' : 'node';
  await transition(db, secondRecordLifecycle, ano, { event, who, detail: { by, messages }, set });
}

/**
 * Ends a second record whose attestation failed or was cancelled. The row keeps its fence, by which the job `discard` of the
 * attestation removes its files.
 */
export async function endSecond(db: Client, ano: string): Promise<void> {
  const state = (await findSecond(db, ano))?.state;
  if (state === 'waiting' || state === 'capturing') await moveSecond(db, ano, 'ended', { set: { leased_until: null } });
}
