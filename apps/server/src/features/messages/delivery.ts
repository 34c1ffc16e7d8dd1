import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import type { Mails } from '../../providers/mail.ts';
import type { TextMessages } from '../../providers/text-messages.ts';
import { lineOf, noticeMail } from './mail-words.ts';
import { type Due, removeDeleted, takeDue } from './store.ts';

export interface DeliveryDeps {
  database: Database;
  mails: Mails;
  textMessages: TextMessages;
  publicUrl: string;
}

/** Sends due messages by mail and text message; a user's messages share one mail and one text message. */
export async function deliverMessages(deps: DeliveryDeps): Promise<void> {
  while (await deps.database.transaction((db) => deliverNext(db, deps)));
}

/** Takes messages and enqueues them in one transaction, so each is sent once even if several jobs run. */
async function deliverNext(db: Client, { mails, textMessages, publicUrl }: DeliveryDeps): Promise<boolean> {
  const due = await takeDue(db);
  const by = (way: Due['ways'][number]) => due.filter(({ ways }) => ways.includes(way));
  const mailed = by('mail');
  const [mail] = mailed;
  if (mail?.email) await mails.send(db, { address: mail.email, ...noticeMail(mailed, mail.language, publicUrl) });
  const texted = by('text');
  const newest = texted.at(-1);
  if (newest?.phone) {
    const { phone, language, message } = newest;
    const values = { text: lineOf(message, language), count: String(texted.length) };
    await textMessages.send(db, { phone, template: texted.length === 1 ? 'notice' : 'notices', values, language });
  }
  return due.length > 0;
}

const restorableMs = 86_400_000;

/** Deletes messages that were deleted by their users and can no longer be restored. */
export const removeOldDeleted = ({ database }: Pick<DeliveryDeps, 'database'>, now: Date): Promise<void> =>
  removeDeleted(database.pool, new Date(now.getTime() - restorableMs));
