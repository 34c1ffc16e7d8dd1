import {
  type ClosingEvent,
  type ClosingState,
  closingDays,
  closingStateTable,
  message,
  type WhoOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { type Lifecycle, transition } from '../../kit/transition.ts';
import { notify, securityPage } from '../messages/service.ts';
import type { ClosingRow } from './store.ts';

type Who = WhoOf<typeof closingStateTable>;

/** The audit trail is the history; the holder is notified, except of the closing itself, which erases the messages. */
export const closingLifecycle: Lifecycle<ClosingState, ClosingEvent, Who, { personId: string }> = {
  table: closingStateTable,
  relation: 'closing',
  key: 'id',
  async record(db, { to, detail }) {
    if (to === 'undone' || to === 'stopped') await notifyHolder(db, detail.personId, `message.closing-${to}`);
  },
};

export const notifyHolder = (
  db: Client,
  loginId: string,
  name: 'message.closing-asked' | 'message.closing-undone' | 'message.closing-stopped',
): Promise<void> =>
  notify(db, {
    loginId,
    kind: 'account',
    message: name === 'message.closing-asked' ? message(name, { days: closingDays }) : message(name),
    link: securityPage,
    byEveryWay: true,
  });

/** @throws Refusal STATE_FORBIDS */
export async function changeClosing(
  db: Client,
  { id, personId }: Pick<ClosingRow, 'id' | 'personId'>,
  { event, who, now, waivedCents }: { event: ClosingEvent; who: Who; now: Date; waivedCents?: number },
): Promise<void> {
  const set = { ended_at: now, ...(waivedCents === undefined ? {} : { waived_cents: waivedCents }) };
  await transition(db, closingLifecycle, id, { event, who, detail: { personId }, set });
}
