import type { Client } from '../../database/database.ts';

/** On this channel the text is a `MessageNotice`, as JSON. */
export const messageChannel = 'message';

export interface MessageNotice {
  kind: 'message';
  account: string;
  login: string;
}

/** Told once the transaction is committed: the messages of a login are others than they were. */
export async function wakeReader(db: Client, reader: { loginId: string; accountId: string }): Promise<void> {
  const notice: MessageNotice = { kind: 'message', account: reader.accountId, login: reader.loginId };
  await db.query('select pg_notify($1, $2)', [messageChannel, JSON.stringify(notice)]);
}
