import type { consoleVideoRoomCalls, InputOf, RoomRecording } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  type ActOrigin,
  appendEntry,
  lockOfficeMatter,
  type MatterActor,
  type MatterDbRow,
  type NewEntry,
  notaryActor,
  originOf,
} from '../notarization/service.ts';
import type { Notary } from './access.ts';
import { type FileDeps, sha256OfFile } from './files.ts';
import { findRecording, lockRecording, markFinished, type RecordingRow } from './recording-store.ts';
import { requireOf, requireOwnRecording, requireRunning, shownOf } from './recordings.ts';

/** Finishes a recording if its pieces and head match those of the notary's browser. A finished one stays as it is. */
export async function finishRecording(
  input: InputOf<(typeof consoleVideoRoomCalls)['finishRecording']>,
  context: Notary,
): Promise<RoomRecording> {
  const { db, services, now, audit } = context;
  await requireOwnRecording(context, input);
  const row = await lockOfficeMatter(context, input.id);
  const recording = requireOf(await lockRecording(db, input.recordingId), input.id);
  requireSent(recording, input);
  audit({ matter: row.no, accountId: row.accountId });
  if (recording.finishedAt !== null) return shownOf(recording);
  requireRunning(recording, row, now);
  const act = { actor: await notaryActor(context), origin: originOf(context), now, isConfirmed: true };
  await finish(db, services, { row, recording, ...act });
  return shownOf(requireOf(await findRecording(db, recording.id), input.id));
}

/** @throws Refusal UPLOAD_INCOMPLETE if pieces are missing; FILE_DIFFERS if the head differs */
function requireSent(recording: RecordingRow, { chunks, head }: { chunks: number; head: string }): void {
  if (recording.chunks !== chunks) throw new Refusal('UPLOAD_INCOMPLETE');
  if (recording.head !== head) throw new Refusal('FILE_DIFFERS');
}

/**
 * Marks a recording as finished and writes its digest into the journal, or that nothing was recorded. The caller holds the
 * locks of matter and recording.
 */
export async function finish(
  db: Client,
  deps: FileDeps & { jobs: Pick<Jobs, 'send'> },
  o: {
    row: Pick<MatterDbRow, 'id' | 'no'>;
    recording: RecordingRow;
    /** The notary's browser confirmed every piece. */
    isConfirmed: boolean;
    actor: MatterActor;
    origin: ActOrigin | null;
    now: Date;
  },
): Promise<void> {
  const { row, recording, actor, origin, now } = o;
  const { id: recordingId, roomId: room, partyId, mediaType, chunks, sizeBytes, head } = recording;
  const sha256 = await sha256OfFile(db, deps, recording);
  const isComplete = o.isConfirmed && chunks > 0;
  await markFinished(db, recordingId, { now, isComplete, sha256 });
  const about = { room, recordingId, partyId, mediaType, head };
  const entry: Pick<NewEntry, 'event' | 'detail'> =
    sha256 === null
      ? { event: 'recording-empty', detail: about }
      : { event: 'recording-finished', detail: { ...about, chunks, sizeBytes, sha256, isComplete } };
  await appendEntry(db, deps.jobs, { matterId: row.id, no: row.no, actor, ...entry, origin, now });
}
