import {
  type InputOf,
  type InvitationEvent,
  type InvitationState,
  invitationStateTable,
  invitationValidDays,
  maskedName,
  maskedPhone,
  type memberCalls,
  message,
  type WhoOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { type Lifecycle, transition } from '../../kit/transition.ts';
import {
  accountNameOf,
  findLogin,
  insertSeat,
  lockSeat,
  lockSeatsOf,
  memberLifecycle,
  signOutEverywhere,
} from '../identity/service.ts';
import { notify } from '../messages/service.ts';
import * as store from './invitation-store.ts';
import { lockOwnSeat } from './store.ts';

type Calls = typeof memberCalls;
type Main = Context<'main'>;
type User = Context<'user'>;
type Who = WhoOf<typeof invitationStateTable>;

/** The site's page of members and invitations. */
const link = '/accountSetting/childAdmin';

/** The audit trail is the history; the account is notified of answers. */
export const invitationLifecycle: Lifecycle<InvitationState, InvitationEvent, Who, store.InvitationRow> = {
  table: invitationStateTable,
  relation: 'invitation',
  key: 'id',
  async record(db, { event, detail: { accountId, invitedName } }) {
    if (event === 'accept') await notifyAccount(db, 'message.invitation-joined', accountId, invitedName);
    if (event === 'decline') await notifyAccount(db, 'message.invitation-declined', accountId, maskedName(invitedName));
  },
};

/** Does the same work whether or not the phone is registered. */
export async function findByPhone({ phone }: InputOf<Calls['findByPhone']>, { db, audit }: Main) {
  const found = await store.findRegistered(db, phone);
  audit({ phone: maskedPhone(phone) });
  return { found: found ? { name: maskedName(found.name), phone: maskedPhone(phone) } : null };
}

export async function invite({ phone, ...granted }: InputOf<Calls['invite']>, context: Main) {
  const { db, services, caller, now, audit } = context;
  const { accountId, loginId: invitedBy } = caller;
  await requireConfirmed(db, caller, now);
  const person = await store.findRegistered(db, phone);
  if (!person) throw new Refusal('PERSON_UNKNOWN');
  if (person.accountId === accountId || (await store.hasSeat(db, accountId, person.id)))
    throw new Refusal('MEMBER_ALREADY');
  const invitedId = person.id;
  await expireOverdue({ accountId, invitedId }, context);
  const expiresAt = new Date(now.getTime() + invitationValidDays * 86_400_000);
  const id = await store.insertInvitation(db, { ...granted, accountId, invitedBy, invitedId, now, expiresAt });
  if (!id) throw new Refusal('INVITED_ALREADY');
  audit({ invitationId: id, about: maskedName(person.name) });
  const account = await accountNameOf(db, accountId);
  const days = invitationValidDays;
  const site = new URL(services.publicUrl).host;
  const values = { account, site, days: String(days) };
  await services.textMessages.send(db, { phone, template: 'invited', values, language: person.language });
  const sentence = message('message.invited', { account, days });
  await notify(db, { loginId: person.id, kind: 'members', message: sentence, link, isTexted: true });
  return { id, expiresAt: expiresAt.toISOString() };
}

/** Expires an overdue invitation, since a person has at most one open invitation to an account. */
async function expireOverdue(o: { accountId: string; invitedId: string }, { db, now }: Main): Promise<void> {
  const overdue = await store.lockOverdueInvitation(db, { ...o, now });
  if (overdue) await change(db, overdue, { event: 'expire', who: 'clock', answeredAt: overdue.expiresAt });
}

const change = (
  db: Client,
  row: store.InvitationRow,
  { event, who, answeredAt }: { event: InvitationEvent; who: Who; answeredAt: Date },
) => transition(db, invitationLifecycle, row.id, { event, who, detail: row, set: { answered_at: answeredAt } });

export async function invitedList(input: InputOf<Calls['invitedList']>, { db, caller, now }: Main) {
  const { rows, total } = await store.listSent(db, caller.accountId, input);
  return { list: rows.map((row) => sentOf(row, now)), total };
}

function sentOf({ name, phone, createdAt, expiresAt, ...row }: store.SentRow, now: Date) {
  return {
    ...row,
    state: stateAt({ state: row.state, expiresAt }, now),
    name: row.state === 'joined' ? name : maskedName(name),
    phone: phone && maskedPhone(phone),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** An open invitation is expired once past its date, whether or not that is stored yet. */
function stateAt({ state, expiresAt }: { state: InvitationState; expiresAt: Date }, now: Date): InvitationState {
  return expiresAt <= now ? (invitationStateTable.after(state, 'expire') ?? state) : state;
}

export async function invitationsToMe(_input: unknown, { db, caller, now }: User) {
  return { list: await store.listReceived(db, caller.personId, now) };
}

export async function withdraw({ id }: InputOf<Calls['withdraw']>, context: Main) {
  const { accountId } = context.caller;
  const row = await lockOpen(id, (found) => found.accountId === accountId, context);
  await change(context.db, row, { event: 'withdraw', who: 'inviter', answeredAt: context.now });
  context.audit({ about: maskedName(row.invitedName) });
  return null;
}

export async function decline({ id }: InputOf<Calls['decline']>, context: User) {
  const row = await answer(id, 'decline', context);
  context.audit({ about: maskedName(row.invitedName) });
  return null;
}

export async function accept({ id }: InputOf<Calls['accept']>, context: User) {
  const row = await answer(id, 'accept', context);
  context.audit({ about: row.invitedName });
  return { userId: await openSeat(row, context) };
}

async function answer(id: string, event: 'accept' | 'decline', context: User): Promise<store.InvitationRow> {
  const { personId } = context.caller;
  const row = await lockOpen(id, ({ invitedId }) => invitedId === personId, context);
  await change(context.db, row, { event, who: 'invited', answeredAt: context.now });
  context.audit({ toAccountId: row.accountId });
  return row;
}

/** @throws Refusal NOT_FOUND if the caller can't answer it; INVITATION_EXPIRED */
async function lockOpen(
  id: string,
  isOwn: (row: store.InvitationRow) => boolean,
  { db, now, audit }: Main | User,
): Promise<store.InvitationRow> {
  const row = await store.lockInvitation(db, id);
  if (!row || !isOwn(row)) throw new Refusal('NOT_FOUND');
  if (stateAt(row, now) === 'expired') throw new Refusal('INVITATION_EXPIRED');
  audit({ invitationId: id });
  return row;
}

/** Gives the invited person a seat, or restores the one they gave up. @throws Refusal STATE_FORBIDS if they have one */
async function openSeat(
  { accountId, invitedId: personId, permissions, scope, spendingLimitCents }: store.InvitationRow,
  { db }: User,
): Promise<string> {
  const seat = await lockSeat(db, { accountId, personId });
  if (!seat) {
    const id = await insertSeat(db, { accountId, personId, permissions, scope, spendingLimitCents });
    if (!id) throw new Refusal('STATE_FORBIDS');
    return id;
  }
  const person = await findLogin(db, { id: personId });
  const set = { name: person?.name ?? '', permissions, scope, spending_limit_cents: spendingLimitCents };
  await transition(db, memberLifecycle, seat.id, { event: 'rejoin', who: 'member', detail: null, set });
  return seat.id;
}

/** Gives up a seat. Ends everything that acts as it, including this session. */
export async function leave({ userId }: InputOf<Calls['leave']>, context: User) {
  const { db, caller, audit } = context;
  const seat = await lockOwnSeat(db, { seatId: userId, personId: caller.personId });
  if (!seat) throw new Refusal('NOT_FOUND');
  await transition(db, memberLifecycle, seat.id, { event: 'leave', who: 'member', detail: null });
  await signOutEverywhere(db, userId);
  audit({ userId, toAccountId: seat.accountId, about: seat.name });
  await notifyAccount(db, 'message.seat-left', seat.accountId, seat.name);
  return null;
}

/** Ends a person's open invitations and seats in other accounts, before the person is removed. */
export async function leaveEverywhere(db: Client, personId: string, now: Date): Promise<void> {
  for (const row of await store.lockOpenInvitations(db, personId))
    await change(db, row, { event: 'decline', who: 'invited', answeredAt: now });
  for (const { id, accountId, name } of await lockSeatsOf(db, personId)) {
    await transition(db, memberLifecycle, id, { event: 'leave', who: 'member', detail: null });
    await signOutEverywhere(db, id);
    await notifyAccount(db, 'message.seat-left', accountId, name);
  }
}

async function notifyAccount(
  db: Client,
  event: 'message.invitation-joined' | 'message.invitation-declined' | 'message.seat-left',
  accountId: string,
  name: string,
): Promise<void> {
  await notify(db, { accountId, kind: 'members', message: message(event, { name }), link });
}
