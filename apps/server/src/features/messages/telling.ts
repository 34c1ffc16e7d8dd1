import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import type { Mails } from '../../providers/mail.ts';
import type { TextMessages } from '../../providers/text-messages.ts';
import { lineOf, noticeMail } from './mail-words.ts';
import { type Due, removeDeleted, takeDue } from './store.ts';

export interface Telling {
  database: Database;
  mails: Mails;
  textMessages: TextMessages;
  publicUrl: string;
}

/** Tells by mail and text message what has still to be told; what one person is told stands in one of each. */
export async function tellMessages(telling: Telling): Promise<void> {
  while (await telling.database.transaction((db) => tellNext(db, telling)));
}

/** Taken and handed on in one transaction: however often and by how many it is done, each is told once. */
async function tellNext(db: Client, { mails, textMessages, publicUrl }: Telling): Promise<boolean> {
  const due = await takeDue(db);
  const by = (way: Due['ways'][number]) => due.filter(({ ways }) => ways.includes(way));
  const mailed = by('mail');
  const [mail] = mailed;
  if (mail?.email) await mails.send(db, { address: mail.email, ...noticeMail(mailed, mail.language, publicUrl) });
  const texted = by('text');
  const newest = texted.at(-1);
  if (newest?.phone) {
    const { phone, language, said } = newest;
    const values = { text: lineOf(said, language), count: String(texted.length) };
    await textMessages.send(db, { phone, template: texted.length === 1 ? 'notice' : 'notices', values, language });
  }
  return due.length > 0;
}

const keptMs = 86_400_000;

/** What was deleted cannot be taken back any more. */
export const forgetDeleted = ({ database }: Pick<Telling, 'database'>, now: Date): Promise<void> =>
  removeDeleted(database.pool, new Date(now.getTime() - keptMs));
