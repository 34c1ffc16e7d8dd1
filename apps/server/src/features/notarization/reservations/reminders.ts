import { matterPath, message } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import { eachAlone } from '../../../kit/each-alone.ts';
import type { TextMessages } from '../../../providers/text-messages.ts';
import { notify } from '../../messages/service.ts';
import { findParties } from '../parties/store.ts';
import { findMatter } from '../store.ts';
import { findDueReminders, type ReminderKind, type ReservationRow, takeDueReminder } from './store.ts';
import { timeText } from './time-text.ts';

export interface ReminderDeps {
  database: Database;
  textMessages: TextMessages;
  clock: () => Date;
}

const hoursBefore: Record<ReminderKind, number> = { day: 24, hour: 1 };

/**
 * Reminds of each session a day and an hour before, each in a transaction of its own: a crash sends no reminder twice, and one that
 * fails stops no other.
 */
export async function remindOfSessions(deps: ReminderDeps): Promise<void> {
  const { database, clock } = deps;
  await eachAlone(['hour', 'day'] as const, async (kind) => {
    const due = { kind, hours: hoursBefore[kind], now: clock() };
    await eachAlone(await findDueReminders(database.pool, due), (id) =>
      database.transaction(async (db) => {
        const session = await takeDueReminder(db, id, due);
        if (session) await remind(db, deps, session);
      }),
    );
  });
}

async function remind(db: Client, { textMessages }: ReminderDeps, session: ReservationRow): Promise<void> {
  const matter = await findMatter(db, session.matterId);
  if (!matter) return;
  const { accountId, no } = matter;
  const soon = message('message.matter-session-soon', { no, time: timeText(session.startsAt) });
  await notify(db, { accountId, kind: 'notarization', message: soon, link: matterPath(matter.id) });
  for (const phone of new Set((await findParties(db, matter.id)).map((party) => party.phone)))
    await textMessages.send(db, { phone, template: 'session-soon', values: valuesOf(session), language: 'zh' });
}

const valuesOf = ({ matterNo, startsAt, way, videoUrl, officeName, officeAddress, officePhone }: ReservationRow) => ({
  matter: matterNo,
  time: timeText(startsAt),
  place: way === 'video' ? videoUrl : officeAddress,
  office: officeName,
  phone: officePhone,
});
