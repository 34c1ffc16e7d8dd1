import { canonicalBytes } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import type { consoleVideoRoomCalls, InputOf, NotaryRoom } from '@proofkeep/contract';
import { Refusal } from '../../kit/refusal.ts';
import {
  appendEntry,
  findParties,
  moveMatter,
  notaryActor,
  originOf,
  requireOfficeMatter,
  saveAnswer,
} from '../notarization/service.ts';
import { lockOwnRoom, mayEnter, type Notary, opensAt, stateOf } from './access.ts';
import { moveRoom } from './lifecycle.ts';
import { findRecordings } from './recording-store.ts';
import { shownOf } from './recordings.ts';
import { findConsents, findRoom, keepRoom } from './store.ts';
import { issueTicket } from './tickets.ts';

type Calls = typeof consoleVideoRoomCalls;

export async function notaryRoom(
  { id }: InputOf<Calls['notaryRoom']>,
  context: Notary,
): Promise<{ room: NotaryRoom | null }> {
  const { db, caller, now } = context;
  const row = await requireOfficeMatter(context, id);
  const room = await findRoom(db, id);
  if (!room) return { room: null };
  const consents = await findConsents(db, room.id);
  const parties = await findParties(db, id);
  return {
    room: {
      id: room.id,
      state: stateOf(room),
      startsAt: room.startsAt.toISOString(),
      endsAt: room.endsAt.toISOString(),
      opensAt: opensAt(room).toISOString(),
      openedAt: room.openedAt?.toISOString() ?? null,
      endedAt: room.endedAt?.toISOString() ?? null,
      now: now.toISOString(),
      isMine: row.notaryId === caller.staffId,
      parties: parties.map((party) => ({
        id: party.id,
        name: party.representativeName ?? party.name,
        role: party.role,
        consentedAt: consents.get(party.id)?.toISOString() ?? null,
      })),
      recordings: (await findRecordings(db, id)).map(shownOf),
    },
  };
}

/** Starts the session. If the matter is already in session, only opens the room. @throws Refusal STATE_FORBIDS */
export async function openRoom({ id }: InputOf<Calls['openRoom']>, context: Notary): Promise<null> {
  const { db, services, now, audit } = context;
  const { row, room } = await lockOwnRoom(context, id);
  const isReady = row.state === 'scheduled' || row.state === 'session';
  if (!isReady || stateOf(room) !== 'waiting' || !mayEnter(room, now)) throw new Refusal('STATE_FORBIDS');
  const act = { actor: await notaryActor(context), origin: originOf(context), now };
  if (row.state === 'scheduled') await moveMatter(db, services.jobs, row, { event: 'start', ...act });
  await moveRoom(db, room, { event: 'open', who: 'notary', matter: row, jobs: services.jobs, ...act });
  audit({ matter: row.no, accountId: row.accountId });
  return null;
}

/** @throws Refusal STATE_FORBIDS, also for other notaries of the office */
export async function notaryRoomTicket({ id }: InputOf<Calls['notaryRoomTicket']>, context: Notary) {
  const { db, now } = context;
  const { room } = await lockOwnRoom(context, id);
  if (!mayEnter(room, now)) throw new Refusal('STATE_FORBIDS');
  await keepRoom(db, room, now);
  return issueTicket(context, { roomId: room.id, partyId: null });
}

export async function endRoom({ id }: InputOf<Calls['endRoom']>, context: Notary): Promise<null> {
  const { db, services, now, audit } = context;
  const { row, room } = await lockOwnRoom(context, id);
  await moveRoom(db, room, {
    event: 'end',
    who: 'notary',
    matter: row,
    actor: await notaryActor(context),
    origin: originOf(context),
    jobs: services.jobs,
    now,
  });
  audit({ matter: row.no, accountId: row.accountId });
  return null;
}

/**
 * The entry states two times: one since the room was opened, by the service's clock, and one since the recording began,
 * as stated by the notary's browser. @throws Refusal STATE_FORBIDS unless the room is open
 */
export async function recordRoomAnswer(input: InputOf<Calls['recordRoomAnswer']>, context: Notary): Promise<null> {
  const { id, place, question, recordingId, recordedMs } = input;
  const { db, services, now, audit } = context;
  const { row, room } = await lockOwnRoom(context, id);
  if (stateOf(room) !== 'open' || row.state !== 'session' || !room.openedAt) throw new Refusal('STATE_FORBIDS');
  const running = (await findRecordings(db, id)).find((one) => one.id === recordingId && one.roomId === room.id);
  await saveAnswer(context, row, { place, question: { ...question, written: null } });
  const detail = {
    room: room.id,
    place,
    sha256: sha256Hex(canonicalBytes(question)),
    openMs: now.getTime() - room.openedAt.getTime(),
    recordingId: running?.id ?? null,
    recordedMs: running ? recordedMs : null,
  };
  await appendEntry(db, services.jobs, {
    matterId: id,
    no: row.no,
    actor: await notaryActor(context),
    event: 'room-answer',
    detail,
    origin: originOf(context),
    now,
  });
  audit({ matter: row.no, accountId: row.accountId });
  return null;
}
