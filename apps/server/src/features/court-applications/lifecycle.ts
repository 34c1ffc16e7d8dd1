import {
  type CourtApplicationEvent,
  type CourtApplicationRole,
  type CourtApplicationState,
  courtApplicationPath,
  courtApplicationStateTable,
  message,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { type Lifecycle, transition } from '../../kit/transition.ts';
import { notify } from '../messages/service.ts';
import { type ApplicationRow, insertEvent } from './store.ts';

interface Detail {
  row: Pick<ApplicationRow, 'no' | 'accountId'>;
  /** Name of the user or the gateway. */
  name: string;
  note: string;
  now: Date;
}

export const courtApplicationLifecycle: Lifecycle<
  CourtApplicationState,
  CourtApplicationEvent,
  CourtApplicationRole,
  Detail
> = {
  table: courtApplicationStateTable,
  relation: 'court_application',
  key: 'id',
  async record(db, { key: id, event, who, detail: { row, name, note, now } }) {
    await insertEvent(db, { applicationId: id, event, who, name, note, now });
    if (event !== 'accept' && event !== 'return') return;
    const { no, accountId } = row;
    const notice =
      event === 'accept'
        ? message('message.court-accepted', { no })
        : message('message.court-returned', { no, reason: note });
    await notify(db, { accountId, kind: 'notarization', message: notice, link: courtApplicationPath(id) });
  },
};

export interface ApplicationMove {
  event: CourtApplicationEvent;
  who: CourtApplicationRole;
  name: string;
  note?: string;
  now: Date;
  set?: Record<string, unknown>;
}

/** @throws Refusal STATE_FORBIDS if its state, or this role, doesn't allow the event */
export async function moveApplication(
  db: Client,
  row: Pick<ApplicationRow, 'id' | 'no' | 'accountId'>,
  { event, who, name, note = '', now, set = {} }: ApplicationMove,
): Promise<CourtApplicationState> {
  const detail = { row, name, note, now };
  const moved = await transition(db, courtApplicationLifecycle, row.id, {
    event,
    who,
    detail,
    set: { changed_at: now, ...set },
  });
  return moved.to;
}
