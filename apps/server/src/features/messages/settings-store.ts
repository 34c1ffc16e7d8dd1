import {
  type Language,
  type MessageKind,
  messageKinds,
  type NotificationSettings,
  toldByDefault,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export interface Reach {
  email: string | null;
  phone: string | null;
  language: Language;
}

export async function reachOf(db: Client, personId: string): Promise<Reach | undefined> {
  const { rows } = await db.query<Reach & object>('select email, phone, language from login where id = $1', [personId]);
  return rows[0];
}

export async function settingsOf(db: Client, personId: string): Promise<NotificationSettings['kinds']> {
  const { rows } = await db.query<NotificationSettings['kinds'][number]>(
    'select kind, mail, text from notification_setting where login_id = $1',
    [personId],
  );
  return messageKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...toldByDefault });
}

export async function saveSetting(
  db: Client,
  personId: string,
  { kind, mail, text }: { kind: MessageKind; mail: boolean; text: boolean },
): Promise<void> {
  await db.query(
    `insert into notification_setting (login_id, kind, mail, text) values ($1, $2, $3, $4)
     on conflict (login_id, kind) do update set mail = excluded.mail, text = excluded.text`,
    [personId, kind, mail, text],
  );
}

export async function saveLanguage(db: Client, personId: string, language: Language): Promise<void> {
  await db.query('update login set language = $2 where id = $1', [personId, language]);
}

/** @returns false if another login has the address; an advisory lock orders concurrent calls for one address */
export async function saveEmail(db: Client, personId: string, email: string): Promise<boolean> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('email:' || $1, 0))`, [email]);
  const { rowCount } = await db.query(
    'update login set email = $2 where id = $1 and not exists (select from login where email = $2 and id <> $1)',
    [personId, email],
  );
  return rowCount === 1;
}

export async function dropEmail(db: Client, personId: string): Promise<void> {
  await db.query('update login set email = null where id = $1', [personId]);
  await db.query('delete from email_code where login_id = $1', [personId]);
}
