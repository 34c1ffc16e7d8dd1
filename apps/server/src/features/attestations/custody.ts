import type { AttestationEvent, Message, ProofRung, SecondRecordEvent } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Caller } from '../../http/caller.ts';
import { insertCustodyEvent, insertSubmissionEvents, insertView, notifyChanged } from './custody-store.ts';
import { setRung } from './write-store.ts';

/** A login and the person who acts as it. */
export type ActingLogin = Pick<Caller, 'loginId' | 'personId' | 'isOwn'>;

/** The actor of an event: a user of the account, a capture node, or the service itself. */
export type Actor = ActingLogin | { node: string } | 'service';

interface NewCustodyEvent {
  ano: string;
  /** An event of the state table, a rung of the proof ladder, a capture step, an act of the holder, or an access. */
  event:
    | AttestationEvent
    | ProofRung
    | `step.${string}`
    | `holder.${string}`
    | `access.${string}`
    | `links.${'followed' | 'skipped'}`
    | `second.${SecondRecordEvent}`;
  /** `visitor`: a person without an account. */
  by: Actor | 'visitor';
  messages?: readonly Message[];
}

/** Appends to the custody record, in the transaction of the change, and wakes live streams. */
export async function recordEvent(db: Client, { ano, event, by, messages = [] }: NewCustodyEvent): Promise<void> {
  const [name, personId] = nameOf(by);
  await insertCustodyEvent(db, { ano, event, by: name, personId, messages });
  await notifyChanged(db, ano);
}

/** Appends "received" to the custody record of each attestation of a new submission. */
export async function recordSubmission(db: Client, submissionId: string, by: ActingLogin): Promise<void> {
  const [name, personId] = nameOf(by);
  await insertSubmissionEvents(db, { submissionId, event: 'received', by: name, personId });
}

const viewMs = 3_600_000;

/** Records that a user opened the evidence, at most once an hour. */
export async function recordView(
  db: Client,
  { ano, by, now }: { ano: string; by: ActingLogin; now: Date },
): Promise<void> {
  const [name, personId] = nameOf(by);
  await insertView(db, { ano, by: name, personId, since: new Date(now.getTime() - viewMs) });
}

/** Records that a visitor without an account opened the proof page, at most once an hour for all visitors. */
export const recordVisit = (db: Client, { ano, now }: { ano: string; now: Date }): Promise<void> =>
  insertView(db, { ano, by: 'visitor', personId: null, since: new Date(now.getTime() - viewMs) });

/** @returns the actor's name in the record, and the person if they act as another login */
function nameOf(by: Actor | 'visitor'): [string, string | null] {
  if (by === 'service' || by === 'visitor') return [by, null];
  return 'node' in by ? [by.node, null] : [by.loginId, by.isOwn ? null : by.personId];
}

/** Reaches a rung: the row stores the newest one, the custody record the time of each. */
export async function reachRung(
  db: Client,
  ano: string,
  rung: ProofRung,
  messages: readonly Message[] = [],
): Promise<void> {
  await setRung(db, ano, rung);
  await recordEvent(db, { ano, event: rung, by: 'service', messages });
}
