import type { InputOf, messageCalls, UnreadCount } from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../http/refusal.ts';
import { wakeReader } from './notice.ts';
import {
  countOwn,
  insertMessage,
  listMessages,
  markDeleted,
  markRead,
  type NewMessage,
  type Recipient,
  unreadOf,
} from './store.ts';

type Calls = typeof messageCalls;
type User = Context<'user'>;

/**
 * Tells somebody something, in the transaction of what it is about: `notify(db, { loginId, kind: 'capture', said, link })`. To
 * an account it is told to whoever holds it. Mail and text message follow by themselves, where he wants them.
 */
export async function notify(db: Client, { kind, said, link, ...to }: Recipient & NewMessage): Promise<void> {
  const reader = await insertMessage(db, to, { kind, said, link });
  if (reader) await wakeReader(db, reader);
}

/** What a login has not read. */
export const unreadMessages = (db: Client, loginId: string): Promise<UnreadCount> => unreadOf(db, loginId);

export const news = (input: InputOf<Calls['news']>, { db, caller }: User) => listMessages(db, caller.loginId, input);

export const countNews = (_input: unknown, { db, caller }: User): Promise<UnreadCount> => unreadOf(db, caller.loginId);

export async function deleteNews({ ids }: InputOf<Calls['deleteNews']>, context: User) {
  await mustBeOwn(context, ids);
  await markDeleted(context.db, context.caller.loginId, ids, context.now);
  context.audit({ messages: ids.length });
  return toldAnew(context);
}

export async function restoreNews({ ids }: InputOf<Calls['restoreNews']>, context: User) {
  await mustBeOwn(context, ids);
  await markDeleted(context.db, context.caller.loginId, ids, null);
  context.audit({ messages: ids.length });
  return toldAnew(context);
}

export async function readNews({ ids, kind }: InputOf<Calls['readNews']>, context: User) {
  if (ids) await mustBeOwn(context, ids);
  await markRead(context.db, context.caller.loginId, { ids, kind, now: context.now });
  return toldAnew(context);
}

/** @throws Refusal NOT_FOUND where one of them is not, or is somebody else's */
async function mustBeOwn({ db, caller }: User, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if ((await countOwn(db, caller.loginId, wanted)) !== wanted.length) throw new Refusal('NOT_FOUND');
}

/** In his other windows the count changes as well. */
async function toldAnew({ db, caller }: User): Promise<UnreadCount> {
  await wakeReader(db, caller);
  return unreadOf(db, caller.loginId);
}
