import {
  type Handover,
  type HandoverEvent,
  type HandoverState,
  handoverStateTable,
  handoverValidDays,
  type InputOf,
  type memberCalls,
  message,
  type WhoOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { type Lifecycle, transition } from '../../kit/transition.ts';
import { certificationOf } from '../certification/service.ts';
import { lockLogin, signOutEverywhere, swapHolder } from '../identity/service.ts';
import { notify } from '../messages/service.ts';
import { findHandover, type HandoverRow, insertHandover, lockHandover } from './handover-store.ts';
import { lockMember } from './store.ts';

type Calls = typeof memberCalls;
type Main = Context<'main'>;
type User = Context<'user'>;
type Who = WhoOf<typeof handoverStateTable>;

/** The audit trail is the history. */
export const handoverLifecycle: Lifecycle<HandoverState, HandoverEvent, Who, null> = {
  table: handoverStateTable,
  relation: 'handover',
  key: 'id',
  record: () => Promise.resolve(),
};

/** The site's page on which the successor answers. */
const link = '/accountSetting/childAdmin?view=mine';

/**
 * Offers the account to one of its sub-accounts. Both confirm their identity: the holder here, the successor on
 * accepting. A company's certification stays with the account. A person's belongs to that person, so an account
 * certified only as a person can't be handed over: its evidence would change hands with it.
 */
export async function offerHandover({ userId }: InputOf<Calls['offerHandover']>, context: Main): Promise<Handover> {
  const { db, caller, now, audit } = context;
  const { accountId } = caller;
  await requireConfirmed(db, caller, now);
  if (!caller.isOwn) throw new Refusal('STATE_FORBIDS');
  const member = await lockMember(db, accountId, userId);
  if (!member) throw new Refusal('NOT_FOUND');
  if (member.kind !== 'sub' || member.state !== 'active' || member.isBarred) throw new Refusal('STATE_FORBIDS');
  await requireTransferable(accountId, caller.loginId, context);
  const overdue = await lockHandover(db, accountId);
  if (overdue && overdue.expiresAt <= now) await change(db, overdue, { event: 'expire', who: 'clock', now });
  const expiresAt = new Date(now.getTime() + handoverValidDays * 86_400_000);
  const offer = { accountId, holderId: caller.loginId, successorId: userId, now, expiresAt };
  if (!(await insertHandover(db, offer))) throw new Refusal('STATE_FORBIDS');
  audit({ userId, about: member.name });
  const row = await findHandover(db, accountId);
  if (!row) throw new Error(`The offer of account ${accountId} is gone within its transaction.`);
  const values = { name: row.holderName, account: row.accountName, days: handoverValidDays };
  await notify(db, { loginId: userId, kind: 'members', message: message('message.handover-offered', values), link });
  return handoverOf(row);
}

/** @throws Refusal HANDOVER_PERSONAL */
async function requireTransferable(accountId: string, holderId: string, { db, services }: Main | User): Promise<void> {
  const certification = await certificationOf(db, services.vault, { accountId, holderId });
  if (certification?.kind === 'personal') throw new Refusal('HANDOVER_PERSONAL');
}

export async function handover(_input: unknown, { db, caller, now }: User): Promise<{ offer: Handover | null }> {
  const row = await findHandover(db, caller.accountId);
  const isConcerned = row && [row.holderId, row.successorId].includes(caller.loginId) && row.expiresAt > now;
  return { offer: isConcerned ? handoverOf(row) : null };
}

const handoverOf = (row: HandoverRow): Handover => ({
  accountName: row.accountName,
  holder: { userId: row.holderId, name: row.holderName },
  successor: { userId: row.successorId, name: row.successorName },
  expiresAt: row.expiresAt.toISOString(),
});

export async function withdrawHandover(_input: unknown, { db, caller, now, audit }: Main) {
  const row = await lockHandover(db, caller.accountId);
  if (!row) throw new Refusal('NOT_FOUND');
  await change(db, row, { event: 'withdraw', who: 'holder', now });
  audit({ userId: row.successorId, about: row.successorName });
  await notifyOf(db, 'message.handover-withdrawn', { to: row.successorId, name: row.holderName, row });
  return null;
}

export async function declineHandover(_input: unknown, context: User) {
  const { db, now } = context;
  const row = await lockOffered(context);
  await change(db, row, { event: 'decline', who: 'successor', now });
  await notifyOf(db, 'message.handover-declined', { to: row.holderId, name: row.successorName, row });
  return null;
}

/** Holder and successor swap roles. The previous holder's sessions end, including those acting as members. */
export async function acceptHandover(_input: unknown, context: User) {
  const { db, caller, now } = context;
  await requireConfirmed(db, caller, now);
  const row = await lockOffered(context);
  const { accountId, holderId, successorId } = row;
  const [holder, successor] = [await lockLogin(db, holderId), await lockLogin(db, successorId)];
  if (holder?.role !== 'main' || holder.isDisabled || successor?.isDisabled) throw new Refusal('STATE_FORBIDS');
  await requireTransferable(accountId, holderId, context);
  await swapHolder(db, { accountId, holderId, successorId });
  await change(db, row, { event: 'accept', who: 'successor', now });
  await signOutEverywhere(db, holderId);
  await notifyOf(db, 'message.handover-done', { to: holderId, name: row.successorName, row });
  const sentence = message('message.handover-taken', { account: row.accountName });
  await notify(db, { loginId: successorId, kind: 'members', message: sentence, link: null });
  return null;
}

/** Locks the offer made to the caller personally. @throws Refusal NOT_FOUND, INVITATION_EXPIRED */
async function lockOffered({ db, caller, now, audit }: User): Promise<HandoverRow> {
  const row = await lockHandover(db, caller.accountId);
  if (!row || row.successorId !== caller.personId || !caller.isOwn) throw new Refusal('NOT_FOUND');
  if (row.expiresAt <= now) throw new Refusal('INVITATION_EXPIRED');
  audit({ about: row.successorName });
  return row;
}

const change = (db: Client, { id }: HandoverRow, o: { event: HandoverEvent; who: Who; now: Date }) =>
  transition(db, handoverLifecycle, id, {
    event: o.event,
    who: o.who,
    detail: null,
    set: { answered_at: o.now },
  });

async function notifyOf(
  db: Client,
  event: 'message.handover-withdrawn' | 'message.handover-declined' | 'message.handover-done',
  { to, name, row }: { to: string; name: string; row: HandoverRow },
): Promise<void> {
  const sentence = message(event, { name, account: row.accountName });
  await notify(db, { loginId: to, kind: 'members', message: sentence, link: null });
}
