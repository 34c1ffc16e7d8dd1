import { canonicalText, roomRecordingStart } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { type MatterAct, videoRoomLimits } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { newId } from '../../../database/ids.ts';
import type { TestService } from '../../../testing/service.ts';
import { appendEntry, findParties, type MatterActor } from '../../notarization/service.ts';
import { nextSha256, storeChunk } from '../../video-rooms/files.ts';
import { finish } from '../../video-rooms/finish-recording.ts';
import { addChunk, findRecording, insertRecording, lockRecording } from '../../video-rooms/recording-store.ts';
import { nextDigests } from '../../video-rooms/recordings.ts';
import { upsertConsent } from '../../video-rooms/store.ts';

const mediaType = 'video/webm';

/** Adds a video session with one recording of these pieces, with entries of the journal as by the room. @returns the recording's id */
export async function recordSession(
  service: TestService,
  o: { matter: { id: string; no: string }; staffId: string; pieces: readonly Buffer[] },
): Promise<string> {
  const { services, database, now } = service;
  const { matter, staffId } = o;
  return database.transaction(async (db) => {
    const actor: MatterActor = { role: 'notary', id: staffId, name: '陈立' };
    const append = (event: MatterAct, detail: Record<string, string | number | null>, by = actor) =>
      appendEntry(db, services.jobs, {
        matterId: matter.id,
        no: matter.no,
        actor: by,
        event,
        detail,
        origin: null,
        now,
      });
    const roomId = await givenRoom(db, { matterId: matter.id, staffId, now });
    const [party] = await findParties(db, matter.id);
    if (!party) throw new Error('The matter has no party.');
    const words = canonicalText({ version: 1, language: 'zh', paragraphs: ['面谈全程录音录像。'] });
    await upsertConsent(db, { roomId, partyId: party.id, words, now });
    const agreed = { room: roomId, partyId: party.id, wordsSha256: sha256Hex(Buffer.from(words)) };
    await append('room-consented', agreed, { role: 'party', id: party.id, name: party.name });
    const id = await newId(db);
    const head = sha256Hex(roomRecordingStart({ room: roomId, recording: id, partyId: null, mediaType }));
    await insertRecording(db, { id, roomId, partyId: null, personName: actor.name, mediaType, begunAt: now, head });
    for (const [at, bytes] of o.pieces.entries()) {
      const recording = await lockRecording(db, id);
      if (!recording) throw new Error('The recording is missing.');
      const [fileId, sha256] = [await newId(db), sha256Hex(bytes)];
      await storeChunk(services, { recordingId: id, fileId, bytes });
      const next = { ...nextDigests(recording, bytes), sha256State: await nextSha256(db, services, recording, bytes) };
      await addChunk(db, id, { at, fileId, sizeBytes: bytes.length, sha256, receivedAt: now }, next);
      if ((at + 1) % videoRoomLimits.headEvery === 0)
        await append('recording-head', { recordingId: id, chunks: at + 1, head: next.head });
    }
    const recording = await findRecording(db, id);
    if (!recording) throw new Error('The recording is missing.');
    await finish(db, services, { row: matter, recording, isConfirmed: true, actor, origin: null, now });
    return id;
  });
}

async function givenRoom(db: Client, o: { matterId: string; staffId: string; now: Date }): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `with held as (
       insert into reservation (matter_id, notary_id, state, way, starts_at, ends_at, occupied, created_at)
       values ($1, $2, 'held', 'video', $3, $3::timestamptz + interval '1 hour', tstzrange($3, $3::timestamptz + interval '1 hour'), $3)
       returning id
     ) insert into video_room (id, matter_id, state, created_at, opened_at, ended_at)
       select id, $1, 'ended', $3, $3, $3 from held returning id`,
    [o.matterId, o.staffId, o.now],
  );
  return rows[0]?.id ?? '';
}
