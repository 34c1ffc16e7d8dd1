import {
  type Message,
  message,
  type RecoveryEvent,
  type RecoveryState,
  recoveryDelayHours,
  recoveryStateTable,
  recoveryWaitDays,
  type WhoOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { type Lifecycle, transition } from '../../kit/transition.ts';
import { notify, securityPage } from '../messages/service.ts';

type Who = WhoOf<typeof recoveryStateTable>;

const hourMs = 3_600_000;

/** The audit trail is the history; the person is notified by every channel. */
export const recoveryLifecycle: Lifecycle<RecoveryState, RecoveryEvent, Who, { personId: string }> = {
  table: recoveryStateTable,
  relation: 'recovery',
  key: 'id',
  record: (db, { to, detail }) => notifyPerson(db, detail.personId, messageOf(to)),
};

interface RecoveryChange {
  event: RecoveryEvent;
  who: Who;
  now: Date;
  /** The columns of an operator's decision. */
  decision?: { note: string; decided_by: string };
}

/**
 * Applies an event to a request and notifies its person.
 * @throws Refusal NOT_FOUND, STATE_FORBIDS
 */
export async function changeRecovery(
  db: Client,
  { id, personId }: { id: string; personId: string },
  { event, who, now, decision }: RecoveryChange,
): Promise<void> {
  // An approval takes effect after the delay; every other event ends the request.
  const dates =
    event === 'approve' ? { effective_at: new Date(now.getTime() + recoveryDelayHours * hourMs) } : { ended_at: now };
  const set = { ...dates, ...(decision ? { ...decision, decided_at: now } : {}) };
  await transition(db, recoveryLifecycle, id, { event, who, detail: { personId }, set });
}

export const notifyPerson = (db: Client, loginId: string, message: Message): Promise<void> =>
  notify(db, { loginId, kind: 'account', message, link: securityPage, byEveryWay: true });

function messageOf(state: RecoveryState): ReturnType<typeof message> {
  if (state === 'scheduled') return message('message.recovery-scheduled', { hours: recoveryDelayHours });
  if (state === 'expired') return message('message.recovery-expired', { days: recoveryWaitDays });
  if (state === 'asked') throw new Error('No event leads to a request that is asked for.');
  return message(`message.recovery-${state}`);
}
