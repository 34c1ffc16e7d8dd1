import { partyUploadsPath, RecordingMetadata, videoRules } from '@proofkeep/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/ids.ts';
import type { PartyCaller } from '../../http/caller.ts';
import type { MountOptions } from '../../http/mount.ts';
import { findPartyCaller } from '../../http/party-sessions.ts';
import { tokenOf } from '../../http/request.ts';
import { type NewUpload, serveTus } from '../../http/serve-tus.ts';
import { Refusal, tooLarge } from '../../kit/refusal.ts';
import { requireNext, requireTask } from './access.ts';
import { RecordingData } from './recording-data.ts';
import { announceRecording, lockChallenge } from './store.ts';
import { findUpload, replaceUpload } from './upload-store.ts';
import { requireInTime, requireValid } from './videos.ts';

type Options = Pick<MountOptions, 'database' | 'services' | 'limiter' | 'isSecure' | 'clock' | 'observeTime'>;

const limits = [{ per: 'login', times: 80, seconds: 3_600 }] as const;

/** Serves resumable uploads of the recordings that parties make on their phones. */
export async function serveRecordings(app: FastifyInstance, o: Options): Promise<void> {
  const { database, services, clock, limiter, isSecure } = o;
  const { uploadLocks, publicUrl, vault } = services;
  await serveTus<PartyCaller>(app, {
    path: partyUploadsPath,
    data: new RecordingData({ database, uploadLocks, vault, clock }),
    locks: uploadLocks,
    publicUrl,
    isSecure,
    limiter,
    limits,
    callerOf: (request) => callerOf(request, o),
    loginOf: ({ partyId }) => partyId,
    newId: () => newId(database.pool),
    begin: (caller, upload) => beginRecordingUpload(database, { caller, upload, now: clock() }),
    isOwn: async ({ partyId }, id) => (await findUpload(database.pool, id))?.partyId === partyId,
  });
}

async function callerOf(request: FastifyRequest, o: Options): Promise<PartyCaller> {
  const now = o.clock();
  await o.observeTime(now);
  const token = tokenOf(request);
  const caller = token === null ? null : await findPartyCaller(o.database.pool, token, now);
  if (!caller) throw new Refusal('SESSION_INVALID');
  return caller;
}

/**
 * Commits the party to one recording: its digest must arrive while the challenge is valid, the content may take longer.
 * Another recording can't replace it, so the arrival of the digest proves when the recording was made. @throws Refusal
 * INPUT_INVALID, UPLOAD_BROKEN, TOO_LARGE, DIGITS_OVER, STATE_FORBIDS
 */
async function beginRecordingUpload(
  database: Database,
  { caller, upload: { id, size = 0, metadata }, now }: { caller: PartyCaller; upload: NewUpload; now: Date },
): Promise<void> {
  const announced = RecordingMetadata.safeParse(metadata);
  if (!announced.success) throw new Refusal('INPUT_INVALID');
  if (size < videoRules.minBytes) throw new Refusal('UPLOAD_BROKEN');
  if (size > videoRules.maxBytes) throw tooLarge(videoRules.maxBytes);
  const { challenge: challengeId, sha256 } = announced.data;
  await database.transaction(async (db) => {
    const task = await requireTask({ db, caller }, caller.matterNo);
    const challenge = await lockChallenge(db, { id: challengeId, partyId: caller.partyId });
    // Announcing the same recording again resumes its upload.
    const isRepeated = challenge?.usedAt === null && challenge.announcedSha256 === sha256;
    if (isRepeated) requireInTime(challenge, now);
    if (!isRepeated && requireValid(challenge, now).announcedSha256 !== null) throw new Refusal('DIGITS_OVER');
    if (!challenge || challenge.shownAt.length < videoRules.digits) throw new Refusal('STATE_FORBIDS');
    await requireNext(db, task, challenge.step);
    if (!isRepeated) await announceRecording(db, { id: challengeId, sha256, now });
    await replaceUpload(db, { id, partyId: caller.partyId, challengeId, sizeBytes: size, now });
  });
}
