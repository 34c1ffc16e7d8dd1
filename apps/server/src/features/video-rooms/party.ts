import { canonicalText } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  type InputOf,
  type Language,
  matterKindFacts,
  roomConsentOf,
  roomConsentVersion,
  type videoRoomCalls,
} from '@proofkeep/contract';
import { Refusal } from '../../kit/refusal.ts';
import { appendEntry, originOf } from '../notarization/service.ts';
import { actorOf, lockTask, type Party, requireTask } from '../phone-signing/service.ts';
import { mayEnter, opensAt, stateOf } from './access.ts';
import { findConsents, findRoom, keepRoom, upsertConsent } from './store.ts';
import { issueTicket } from './tickets.ts';

type Calls = typeof videoRoomCalls;

/** RFC 8785 text of the words, as stored in a bundle. */
const wordsOf = (officeName: string, language: Language): string =>
  canonicalText({ version: roomConsentVersion, language, paragraphs: roomConsentOf(officeName, language) });

export async function partyRoom({ nid }: InputOf<Calls['partyRoom']>, context: Party) {
  const { db, language, now } = context;
  const { row, party } = await requireTask(context, nid);
  const room = await findRoom(db, row.id);
  if (!room) return { room: null };
  const officeName = row.officeName ?? '';
  const words = wordsOf(officeName, language);
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
      kindName: matterKindFacts[row.kind].name[language === 'zh' ? 0 : 1],
      officeName,
      officePhone: row.officePhone ?? '',
      notaryName: room.notaryName,
      person: { id: party.id, name: party.representativeName ?? party.name, role: party.role },
      consent: { paragraphs: roomConsentOf(officeName, language), sha256: sha256Hex(Buffer.from(words)) },
      consentedAt: (await findConsents(db, room.id)).get(party.id)?.toISOString() ?? null,
    },
  };
}

/** @throws Refusal STATE_FORBIDS once the session is over; AGREEMENT_CHANGED if the words have changed */
export async function consentToRecording(
  { nid, sha256 }: InputOf<Calls['consentToRecording']>,
  context: Party,
): Promise<null> {
  const { db, services, now } = context;
  const { row, party } = await lockTask(context, nid);
  const room = await findRoom(db, row.id);
  if (!room || !['waiting', 'open'].includes(stateOf(room))) throw new Refusal('STATE_FORBIDS');
  const language = (['zh', 'en'] as const).find(
    (one) => sha256Hex(Buffer.from(wordsOf(row.officeName ?? '', one))) === sha256,
  );
  if (!language) throw new Refusal('AGREEMENT_CHANGED');
  await keepRoom(db, room, now);
  await upsertConsent(db, { roomId: room.id, partyId: party.id, words: wordsOf(row.officeName ?? '', language), now });
  await appendEntry(db, services.jobs, {
    matterId: row.id,
    no: row.no,
    actor: actorOf(party),
    event: 'room-consented',
    detail: { room: room.id, partyId: party.id, wordsSha256: sha256, wordsVersion: roomConsentVersion, language },
    origin: originOf(context),
    now,
  });
  return null;
}

/** @throws Refusal STATE_FORBIDS before the consent, or outside the room's time */
export async function partyRoomTicket({ nid }: InputOf<Calls['partyRoomTicket']>, context: Party) {
  const { db, now } = context;
  const { row, party } = await lockTask(context, nid);
  const room = await findRoom(db, row.id);
  const hasConsented = room && (await findConsents(db, room.id)).has(party.id);
  if (!hasConsented || !mayEnter(room, now)) throw new Refusal('STATE_FORBIDS');
  await keepRoom(db, room, now);
  return issueTicket(context, { roomId: room.id, partyId: party.id });
}
