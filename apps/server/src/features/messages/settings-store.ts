import {
  defaultChannels,
  type Language,
  type MessageKind,
  messageKinds,
  type NotificationSettings,
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
  return messageKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...defaultChannels });
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
