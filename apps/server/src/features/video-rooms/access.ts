import { isSessionAhead, type VideoRoomState, videoRoomLimits } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { lockOfficeMatter, type MatterDbRow, requireOfficeMatter } from '../notarization/service.ts';
import { findRoom, type RoomRow } from './store.ts';

export type Notary = Context<'notary'>;

const minuteMs = 60_000;

/** The state of a room. If its session was moved or missed, the room is over even before its row says so. */
export function stateOf({ stored, reservation }: Pick<RoomRow, 'stored' | 'reservation'>): VideoRoomState {
  if (stored !== null && stored !== 'waiting') return stored;
  return isSessionAhead(reservation) ? 'waiting' : 'lapsed';
}

export const opensAt = ({ startsAt }: Pick<RoomRow, 'startsAt'>): Date =>
  new Date(startsAt.getTime() - videoRoomLimits.opensBeforeMinutes * minuteMs);

/** Until then the notary may begin; an open room is closed at this time. */
export const closesAt = ({ startsAt }: Pick<RoomRow, 'startsAt'>): Date =>
  new Date(startsAt.getTime() + videoRoomLimits.openHours * 60 * minuteMs);

/** Whether people may enter: while the room is open, and before that from its opening time on. */
export function mayEnter(room: RoomRow, now: Date): boolean {
  const state = stateOf(room);
  return state === 'open' || (state === 'waiting' && now >= opensAt(room) && now <= closesAt(room));
}

/** A matter of the caller's office with its newest room. @throws Refusal NOT_FOUND */
export async function requireOfficeRoom(context: Notary, id: string): Promise<{ row: MatterDbRow; room: RoomRow }> {
  const row = await requireOfficeMatter(context, id);
  return { row, room: await requireRoom(context, id) };
}

/**
 * Locks the matter if the caller is its notary. @throws Refusal NOT_FOUND; STATE_FORBIDS if another notary of the office
 * handles it
 */
export async function lockOwnRoom(context: Notary, id: string): Promise<{ row: MatterDbRow; room: RoomRow }> {
  const row = await lockOfficeMatter(context, id);
  if (row.notaryId !== context.caller.staffId) throw new Refusal('STATE_FORBIDS');
  return { row, room: await requireRoom(context, id) };
}

async function requireRoom({ db }: Pick<Notary, 'db'>, matterId: string): Promise<RoomRow> {
  const room = await findRoom(db, matterId);
  if (!room) throw new Refusal('NOT_FOUND');
  return room;
}
