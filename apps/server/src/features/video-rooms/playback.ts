import { Readable } from 'node:stream';
import type { Bytes, consoleVideoRoomCalls, InputOf, videoRoomCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { requireOfficeMatter, requireOwnMatter } from '../notarization/service.ts';
import type { Notary } from './access.ts';
import { type FileDeps, readRecording } from './files.ts';
import { findChunks, findRecording, findRecordings } from './recording-store.ts';
import { requireOf, shownOf } from './recordings.ts';

type Calls = typeof videoRoomCalls;

export async function matterRecordings({ id }: InputOf<Calls['matterRecordings']>, context: Context<'user'>) {
  await requireOwnMatter(context, id);
  const list = (await findRecordings(context.db, id)).filter(({ finishedAt }) => finishedAt);
  return { list: list.map(shownOf) };
}

export async function matterRecording(
  { id, recordingId }: InputOf<Calls['matterRecording']>,
  context: Context<'user'>,
): Promise<Bytes> {
  const { no } = await requireOwnMatter(context, id);
  context.audit({ matter: no });
  return bytesOf(context.db, context.services, { id, recordingId });
}

export async function roomRecording(
  { id, recordingId }: InputOf<(typeof consoleVideoRoomCalls)['roomRecording']>,
  context: Notary,
): Promise<Bytes> {
  const { no, accountId } = await requireOfficeMatter(context, id);
  context.audit({ matter: no, accountId });
  return bytesOf(context.db, context.services, { id, recordingId });
}

/** Serves the recorded file. @throws Refusal NOT_FOUND unless the recording is finished and has bytes */
async function bytesOf(
  db: Client,
  services: FileDeps,
  { id, recordingId }: { id: string; recordingId: string },
): Promise<Bytes> {
  const { finishedAt, sizeBytes, mediaType, sha256 } = requireOf(await findRecording(db, recordingId), id);
  if (finishedAt === null || sha256 === null) throw new Refusal('NOT_FOUND');
  const chunks = await findChunks(db, recordingId);
  const read = async ({ start, end }: { start: number; end: number }) =>
    Readable.from(readRecording(services, recordingId, { chunks, start, end: end + 1 }), { objectMode: false });
  return { mediaType, ranged: { sizeBytes, etag: `"${sha256}"`, read } };
}
