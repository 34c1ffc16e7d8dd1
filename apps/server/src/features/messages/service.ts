import { type InputOf, type MessageKind, type messageCalls, messageKinds, type UnreadCount } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Caller } from '../../http/caller.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { wakeReader } from './notice.ts';
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
} from './store.ts';

type Calls = typeof messageCalls;
type User = Context<'user'>;

/**
 * Tells somebody something, in the transaction of what it is about: `notify(db, { loginId, kind: 'capture', said, link })`. To
 * an account it is told to whoever holds it. Mail and text message follow by themselves, where he wants them.
 */
export async function notify(
  db: Client,
  { kind, said, link, byEveryWay = false, ...to }: Recipient & NewMessage,
): Promise<void> {
  const reader = await insertMessage(db, to, { kind, said, link, byEveryWay });
  if (reader) await wakeReader(db, reader);
}

/** Where a notice about how somebody signs in leads to. */
export const securityPage = '/accountSetting/basicSetting';

const ofWork: readonly MessageKind[] = ['capture'];

/**
 * Whoever acts as a member sees what concerns the work. What tells the member of his own affairs, that somebody acts as him
 * among it, is neither read nor taken away for him.
 */
const readerOf = ({ loginId, isOwn }: Caller): Reader => ({ loginId, kinds: isOwn ? messageKinds : ofWork });

/** What whoever is signed in has not read. */
export const unreadMessages = (db: Client, caller: Caller): Promise<UnreadCount> => unreadOf(db, readerOf(caller));

export const news = (input: InputOf<Calls['news']>, { db, caller }: User) => listMessages(db, readerOf(caller), input);

export const countNews = (_input: unknown, { db, caller }: User): Promise<UnreadCount> => unreadMessages(db, caller);

export async function deleteNews({ ids }: InputOf<Calls['deleteNews']>, context: User) {
  await mustBeOwn(context, ids);
  await markDeleted(context.db, readerOf(context.caller), ids, context.now);
  context.audit({ messages: ids.length });
  return toldAnew(context);
}

export async function restoreNews({ ids }: InputOf<Calls['restoreNews']>, context: User) {
  await mustBeOwn(context, ids);
  await markDeleted(context.db, readerOf(context.caller), ids, null);
  context.audit({ messages: ids.length });
  return toldAnew(context);
}

export async function readNews({ ids, kind }: InputOf<Calls['readNews']>, context: User) {
  if (ids) await mustBeOwn(context, ids);
  await markRead(context.db, readerOf(context.caller), { ids, kind, now: context.now });
  return toldAnew(context);
}

/** @throws Refusal NOT_FOUND where one of them is not there, or not his to read */
async function mustBeOwn({ db, caller }: User, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if ((await countOwn(db, readerOf(caller), wanted)) !== wanted.length) throw new Refusal('NOT_FOUND');
}

/** In his other windows the count changes as well. */
async function toldAnew({ db, caller }: User): Promise<UnreadCount> {
  await wakeReader(db, caller);
  return unreadMessages(db, caller);
}
