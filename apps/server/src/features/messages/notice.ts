import type { Client } from '../../database/client.ts';
import { type MessageNotice, messageChannel } from '../../http/live-notices.ts';

/** Notifies open live streams at COMMIT that the messages of a login have changed. */
export async function wakeReader(db: Client, reader: { loginId: string; accountId: string }): Promise<void> {
  const notice: MessageNotice = { kind: 'message', account: reader.accountId, login: reader.loginId };
  await db.query('select pg_notify($1, $2)', [messageChannel, JSON.stringify(notice)]);
}
