import { type InputOf, type MessageKind, type messageCalls, messageKinds, type UnreadCount } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Caller } from '../../http/caller.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  countOwn,
  insertMessage,
  listMessages,
  markDeleted,
  markRead,
  type NewMessage,
  type Reader,
  type Recipient,
  unreadOf,
  wakeReader,
} from './store.ts';

type Calls = typeof messageCalls;
type User = Context<'user'>;

export { deleteMessagesOf } from './store.ts';

/**
 * Notifies a user, in the transaction of the change: `notify(db, { loginId, kind: 'capture', message, link })`. An account's
 * messages go to its holder. A job sends them by mail and text message too, as the user has set.
 */
export async function notify(
  db: Client,
  { kind, message, link, byEveryWay = false, isTexted = false, ...to }: Recipient & NewMessage,
): Promise<void> {
  const reader = await insertMessage(db, to, { kind, message, link, byEveryWay, isTexted });
  if (reader) await wakeReader(db, reader);
}

/** Page that messages about sign-in link to. */
export const securityPage = '/accountSetting/basicSetting';

const workKinds: readonly MessageKind[] = ['capture'];

/**
 * A caller who acts as a member sees only messages about work. Messages to the member personally, such as the one that
 * another person acts as them, stay unread and undeleted for the member.
 */
const readerOf = ({ loginId, isOwn }: Caller): Reader => ({ loginId, kinds: isOwn ? messageKinds : workKinds });

/** Counts the caller's unread messages. */
export const unreadMessages = (db: Client, caller: Caller): Promise<UnreadCount> => unreadOf(db, readerOf(caller));

export const news = (input: InputOf<Calls['news']>, { db, caller }: User) => listMessages(db, readerOf(caller), input);

export const countNews = (_input: unknown, { db, caller }: User): Promise<UnreadCount> => unreadMessages(db, caller);

export async function deleteNews({ ids }: InputOf<Calls['deleteNews']>, context: User) {
  await requireReadable(context, ids);
  await markDeleted(context.db, readerOf(context.caller), ids, context.now);
  context.audit({ messages: ids.length });
  return refreshUnread(context);
}

export async function restoreNews({ ids }: InputOf<Calls['restoreNews']>, context: User) {
  await requireReadable(context, ids);
  await markDeleted(context.db, readerOf(context.caller), ids, null);
  context.audit({ messages: ids.length });
  return refreshUnread(context);
}

export async function readNews({ ids, kind }: InputOf<Calls['readNews']>, context: User) {
  if (ids) await requireReadable(context, ids);
  await markRead(context.db, readerOf(context.caller), { ids, kind, now: context.now });
  return refreshUnread(context);
}

/** @throws Refusal NOT_FOUND if the caller may not read one of them */
async function requireReadable({ db, caller }: User, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if ((await countOwn(db, readerOf(caller), wanted)) !== wanted.length) throw new Refusal('NOT_FOUND');
}

/** Updates the count in the caller's other windows too. */
async function refreshUnread({ db, caller }: User): Promise<UnreadCount> {
  await wakeReader(db, caller);
  return unreadMessages(db, caller);
}
