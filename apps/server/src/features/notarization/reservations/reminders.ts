import { matterPath, message } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import { eachAlone } from '../../../kit/each-alone.ts';
import type { TextMessages } from '../../../providers/text-messages.ts';
import { notify } from '../../messages/service.ts';
import { findMatter } from '../store.ts';
import { textParticipants } from './participants.ts';
import { findDueReminders, type ReminderKind, type ReservationRow, takeDueReminder } from './store.ts';
import { timeText } from './time-text.ts';

export interface ReminderDeps {
  database: Database;
  textMessages: TextMessages;
  /** Links in text messages start with it. */
  publicUrl: string;
  clock: () => Date;
}

const hoursBefore: Record<ReminderKind, number> = { day: 24, hour: 1 };

/**
 * Sends reminders a day and an hour before each session, each in its own transaction: a crash doesn't repeat a
 * reminder, and one failure doesn't stop the others.
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

async function remind(db: Client, { textMessages, publicUrl }: ReminderDeps, session: ReservationRow): Promise<void> {
  const matter = await findMatter(db, session.matterId);
  if (!matter) return;
  const { accountId, no } = matter;
  const soon = message('message.matter-session-soon', { no, time: timeText(session.startsAt) });
  await notify(db, { accountId, kind: 'notarization', message: soon, link: matterPath(matter.id) });
  await textParticipants(db, { textMessages, publicUrl }, { template: 'session-soon', session });
}
