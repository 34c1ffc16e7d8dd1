import {
  type InputOf,
  type InvitationEvent,
  invitationValidDays,
  maskedName,
  maskedPhone,
  type memberCalls,
  say,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { endSessions, requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { accountNameOf } from '../account/service.ts';
import { notify } from '../messages/service.ts';
import * as store from './invitation-store.ts';
import { leaveSeat } from './store.ts';

type Calls = typeof memberCalls;
type Main = Context<'main'>;
type User = Context<'user'>;

/** Where the site shows members and invitations. */
const link = '/accountSetting/childAdmin';

/** The same work whether or not there is somebody. */
export async function findByPhone({ phone }: InputOf<Calls['findByPhone']>, { db, audit }: Main) {
  const found = await store.findRegistered(db, phone);
  audit({ phone: maskedPhone(phone) });
  return { found: found ? { name: maskedName(found.name), phone: maskedPhone(phone) } : null };
}

export async function invite({ phone, ...granted }: InputOf<Calls['invite']>, context: Main) {
  const { db, caller, now, audit } = context;
  const { accountId, loginId: invitedBy } = caller;
  await requireConfirmed(db, caller, now);
  const person = await store.findRegistered(db, phone);
  if (!person) throw new Refusal('PERSON_UNKNOWN');
  if (person.accountId === accountId || (await store.hasSeat(db, accountId, person.id)))
    throw new Refusal('MEMBER_ALREADY');
  const expiresAt = new Date(now.getTime() + invitationValidDays * 86_400_000);
  const id = await store.insertInvitation(db, {
    ...granted,
    accountId,
    invitedBy,
    invitedId: person.id,
    now,
    expiresAt,
  });
  if (!id) throw new Refusal('INVITED_ALREADY');
  audit({ invitationId: id, about: maskedName(person.name) });
  const said = say('message.invited', { account: await accountNameOf(db, accountId), days: invitationValidDays });
  await notify(db, { loginId: person.id, kind: 'members', said, link });
  return { id, expiresAt: expiresAt.toISOString() };
}

export async function invitedList(input: InputOf<Calls['invitedList']>, { db, caller, now }: Main) {
  const { rows, total } = await store.listSent(db, caller.accountId, { ...input, now });
  return { list: rows.map(sentOf), total };
}

const sentOf = ({ name, phone, createdAt, expiresAt, ...row }: store.SentRow) => ({
  ...row,
  name: row.state === 'joined' ? name : maskedName(name),
  phone: maskedPhone(phone),
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

export async function invitationsToMe(_input: unknown, { db, caller, now }: User) {
  return { list: await store.listReceived(db, caller.personId, now) };
}

export async function withdraw({ id }: InputOf<Calls['withdraw']>, context: Main) {
  const { accountId } = context.caller;
  await answer(id, 'withdraw', (row) => row.accountId === accountId, context);
  return null;
}

export async function decline({ id }: InputOf<Calls['decline']>, context: User) {
  const row = await answerMine(id, 'decline', context);
  await tellAccount('message.invitation-declined', row.accountId, maskedName(row.invitedName), context);
  return null;
}

export async function accept({ id }: InputOf<Calls['accept']>, context: User) {
  const row = await answerMine(id, 'accept', context);
  const userId = await store.insertSeat(context.db, id);
  if (!userId) throw new Refusal('STATE_FORBIDS');
  await tellAccount('message.invitation-joined', row.accountId, row.invitedName, context);
  return { userId };
}

/** Whatever acted as the seat ends, this session too. */
export async function leave({ userId }: InputOf<Calls['leave']>, context: User) {
  const { db, caller, now, audit } = context;
  const seat = await leaveSeat(db, { seatId: userId, personId: caller.personId, now });
  if (!seat) throw new Refusal('NOT_FOUND');
  await endSessions(db, userId);
  audit({ userId, toAccountId: seat.accountId, about: seat.name });
  await tellAccount('message.seat-left', seat.accountId, seat.name, context);
  return null;
}

async function answerMine(id: string, event: InvitationEvent, context: User): Promise<store.InvitationRow> {
  const { personId } = context.caller;
  const row = await answer(id, event, ({ invitedId }) => invitedId === personId, context);
  context.audit({ toAccountId: row.accountId });
  return row;
}

/** Of several answers at once the first counts. @throws Refusal NOT_FOUND where it is not his to answer */
async function answer(
  id: string,
  event: InvitationEvent,
  isHis: (row: store.InvitationRow) => boolean,
  { db, now, audit }: Main | User,
): Promise<store.InvitationRow> {
  const row = await store.lockInvitation(db, id);
  if (!row || !isHis(row)) throw new Refusal('NOT_FOUND');
  if (row.state !== 'invited') throw new Refusal(row.state === 'expired' ? 'INVITATION_EXPIRED' : 'STATE_FORBIDS');
  if (row.expiresAt <= now) throw new Refusal('INVITATION_EXPIRED');
  await store.moveInvitation(db, id, event, now);
  audit({ invitationId: id, about: event === 'accept' ? row.invitedName : maskedName(row.invitedName) });
  return row;
}

async function tellAccount(
  name: 'message.invitation-joined' | 'message.invitation-declined' | 'message.seat-left',
  accountId: string,
  person: string,
  { db }: User,
): Promise<void> {
  await notify(db, { accountId, kind: 'members', said: say(name, { name: person }), link });
}
