import type { Language, Message, MessageKind, UnreadCount, UserMessage } from '@proofkeep/contract';
import { defaultChannels, messageKinds } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';
import { type MessageNotice, messageChannel } from '../../http/live-notices.ts';

export interface NewMessage {
  kind: MessageKind;
  message: Message;
  link: string | null;
  /** Sent by mail and text message regardless of the user's settings. */
  byEveryWay?: boolean;
  /** A separate text message has already been sent. */
  isTexted?: boolean;
}

/** Receiver of a message; an account's messages go to its holder. */
export type Recipient = { loginId: string } | { accountId: string };

/**
 * Stores a message with the additional channels on which it is due: those that the person behind the login chose and
 * can be reached by. @returns undefined if the login doesn't exist
 */
export async function insertMessage(
  db: Client,
  to: Recipient,
  { kind, message, link, byEveryWay = false, isTexted = false }: NewMessage,
): Promise<{ loginId: string; accountId: string } | undefined> {
  const [condition, id] =
    'loginId' in to ? ['l.id = $1', to.loginId] : [`l.account_id = $1 and l.role = 'main'`, to.accountId];
  const { rows } = await db.query<{ loginId: string; accountId: string }>(
    `with reader as (
       select l.id, l.account_id, array_remove(array[
         case when p.email is not null and ($7 or coalesce(s.mail, $5)) then 'mail' end,
         case when p.phone is not null and not $8 and ($7 or coalesce(s.text, $6)) then 'text' end], null) as due
       from login l join login p on p.id = coalesce(l.seat_of, l.id)
       left join notification_setting s on s.login_id = p.id and s.kind = $2
       where ${condition}
     ), made as (
       insert into message (login_id, kind, message, link, due) select id, $2, $3, $4, due from reader
     )
     select id as "loginId", account_id as "accountId" from reader`,
    [id, kind, JSON.stringify(message), link, defaultChannels.mail, defaultChannels.text, byEveryWay, isTexted],
  );
  return rows[0];
}

/** Notifies open live streams at COMMIT that the messages of a login have changed. */
export async function wakeReader(db: Client, reader: { loginId: string; accountId: string }): Promise<void> {
  const notice: MessageNotice = { kind: 'message', account: reader.accountId, login: reader.loginId };
  await db.query('select pg_notify($1, $2)', [messageChannel, JSON.stringify(notice)]);
}

/** A login and the kinds of messages it may see. */
export interface Reader {
  loginId: string;
  kinds: readonly MessageKind[];
}

const isReadable = 'login_id = $1 and kind = any($2)';

export async function listMessages(
  db: Client,
  { loginId, kinds }: Reader,
  wanted: { kind?: MessageKind | undefined; unread: boolean; page: number; size: number },
): Promise<{ list: UserMessage[]; total: number }> {
  const values: unknown[] = [loginId, kinds];
  const conditions = [isReadable, 'deleted_at is null'];
  if (wanted.kind) conditions.push(`kind = $${values.push(wanted.kind)}`);
  if (wanted.unread) conditions.push('read_at is null');
  const where = conditions.join(' and ');
  const columns = `id, kind, message, link, created_at as "createdAt", read_at is not null as "isRead"`;
  const listing = { columns, from: 'message', where, by: 'id desc', values };
  const { rows, total } = await listPage<UserMessage & { createdAt: Date }>(db, listing, wanted);
  const list = rows.map(({ createdAt, ...row }) => ({ ...row, at: createdAt.toISOString() }));
  return { list, total };
}

export async function unreadOf(db: Client, { loginId, kinds }: Reader): Promise<UnreadCount> {
  const { rows } = await db.query<{ kind: MessageKind; count: number }>(
    `select kind, count(*)::int as count from message
     where ${isReadable} and read_at is null and deleted_at is null group by kind`,
    [loginId, kinds],
  );
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  const byKind = Object.fromEntries(messageKinds.map((kind) => [kind, counts.get(kind) ?? 0])) as UnreadCount['byKind'];
  return { total: rows.reduce((sum, { count }) => sum + count, 0), byKind };
}

/** Counts the given messages that the reader may see, including deleted ones (they can be restored). */
export async function countOwn(db: Client, { loginId, kinds }: Reader, ids: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from message where ${isReadable} and id = any($3)`,
    [loginId, kinds, ids],
  );
  return rows[0]?.count ?? 0;
}

/** Marks the given messages as read, or all, or all of a kind. Messages read earlier keep their time. */
export async function markRead(
  db: Client,
  { loginId, kinds }: Reader,
  o: { ids?: readonly string[] | undefined; kind?: MessageKind | undefined; now: Date },
): Promise<void> {
  await db.query(
    `update message set read_at = $3 where ${isReadable} and read_at is null and deleted_at is null
       and ($4::uuid[] is null or id = any($4)) and ($5::text is null or kind = $5)`,
    [loginId, kinds, o.now, o.ids ?? null, o.kind ?? null],
  );
}

/** @param at null restores the messages */
export async function markDeleted(
  db: Client,
  { loginId, kinds }: Reader,
  ids: readonly string[],
  at: Date | null,
): Promise<void> {
  await db.query(
    `update message set deleted_at = $4
     where ${isReadable} and id = any($3) and (deleted_at is null) = ($4::timestamptz is not null)`,
    [loginId, kinds, ids, at],
  );
}

export async function removeDeleted(db: Client, before: Date): Promise<void> {
  await db.query('delete from message where deleted_at < $1', [before]);
}

export interface Due {
  id: string;
  message: Message;
  link: string | null;
  ways: ('mail' | 'text')[];
  email: string | null;
  phone: string | null;
  language: Language;
}

/**
 * Takes the due messages of one login and locks the login until the transaction ends, so that no other job takes some of
 * them. Messages that were read or deleted are returned without channels, as are those to a disabled login, except the
 * message that it was disabled.
 */
export async function takeDue(db: Client): Promise<Due[]> {
  const { rows } = await db.query<Due & object>(
    `with next as (
         select m.login_id from message m join login l on l.id = m.login_id
         where m.due <> '{}' order by m.id limit 1 for no key update of l skip locked
       ),
       taken as (
         select m.id from message m join next n on n.login_id = m.login_id
         where m.due <> '{}' order by m.id limit 100 for update of m skip locked
       )
     select m.id, m.message, m.link, p.email, p.phone, p.language,
       case when m.read_at is null and m.deleted_at is null
           and (m.kind = 'account' or (l.state = 'active' and p.state = 'active'))
         then m.due else '{}' end as ways
     from message m join taken t on t.id = m.id join login l on l.id = m.login_id
     join login p on p.id = coalesce(l.seat_of, l.id) order by m.id`,
  );
  const ids = rows.map(({ id }) => id);
  await db.query(`update message set due = '{}' where id = any($1)`, [ids]);
  return rows;
}

/** Deletes the messages of a closed login, not just its view of them. */
export async function deleteMessagesOf(db: Client, loginId: string): Promise<void> {
  await db.query('delete from message where login_id = $1', [loginId]);
}
