import { randomInt } from 'node:crypto';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  type InputOf,
  matterKindFacts,
  type PartyMatter,
  type phoneSigningCalls,
  statementOf,
  videoRules,
} from '@proofkeep/contract';
import { fileTypeFromBuffer } from 'file-type';
import { limitConcurrency } from '../../kit/concurrency-limit.ts';
import { Refusal } from '../../kit/refusal.ts';
import { finishStep, lockTask, type Party, requireNext, requireTask } from './access.ts';
import { addPartyFile, type StoredFile, storePartyFile } from './files.ts';
import { matterAfter } from './reading.ts';
import { receivedBytes } from './recording-data.ts';
import { addShown, type ChallengeRow, insertChallenge, lockChallenge, markUsed } from './store.ts';
import { deleteUpload, findUpload } from './upload-store.ts';

type Calls = typeof phoneSigningCalls;

const newDigits = (): string => String(randomInt(10 ** videoRules.digits)).padStart(videoRules.digits, '0');

/**
 * Begins a recording. The digits of a statement are returned at once; those of the portrait one by one (`showDigit`).
 */
export async function beginVideo({ nid, step }: InputOf<Calls['beginVideo']>, context: Party) {
  const { db, language, now } = context;
  const task = await lockTask(context, nid);
  await requireNext(db, task, step);
  const digits = newDigits();
  const expiresAt = new Date(now.getTime() + videoRules.validMinutes * 60_000);
  const isStatement = step === 'objective-video';
  const shownAt = isStatement ? Array.from({ length: videoRules.digits }, () => now) : [];
  const challengeId = await insertChallenge(db, { partyId: task.party.id, step, digits, shownAt, expiresAt });
  const name = task.party.representativeName ?? task.party.name;
  const kindName = matterKindFacts[task.row.kind].name;
  return {
    challengeId,
    expiresAt: expiresAt.toISOString(),
    statement: isStatement ? statementOf({ name, kindName, digits }, language) : null,
  };
}

/** Shows the digits in order; the recorded times prove that the recording is not older than its digits. */
export async function showDigit(
  { nid, challengeId, at }: InputOf<Calls['showDigit']>,
  context: Party,
): Promise<{ digit: string }> {
  const { db, now } = context;
  const { party } = await lockTask(context, nid);
  const challenge = requireValid(await lockChallenge(db, { id: challengeId, partyId: party.id }), now);
  const shown = challenge.shownAt.length;
  const last = challenge.shownAt.at(-1);
  const isTooEarly = last !== undefined && now.getTime() - last.getTime() < videoRules.digitGapMs;
  if (at > shown || (at === shown && isTooEarly)) throw new Refusal('STATE_FORBIDS');
  if (at === shown) await addShown(db, challenge.id, now);
  return { digit: challenge.digits.charAt(at) };
}

/** @throws Refusal DIGITS_OVER if the challenge is another party's, used, or expired */
export function requireValid(challenge: ChallengeRow | undefined, now: Date): ChallengeRow {
  if (!challenge || challenge.usedAt || challenge.expiresAt <= now) throw new Refusal('DIGITS_OVER');
  return challenge;
}

/** Whole seconds between the last digit and the arrival of the recording's digest. */
export const secondsToDigest = ({ shownAt, announcedAt }: ChallengeRow): number =>
  Math.round(((announcedAt?.getTime() ?? 0) - (shownAt.at(-1)?.getTime() ?? 0)) / 1_000);

/** Requires a challenge whose recording was announced and may still arrive. @throws Refusal DIGITS_OVER */
export function requireInTime(challenge: ChallengeRow | undefined, now: Date): ChallengeRow & { announcedAt: Date } {
  const { announcedAt } = challenge ?? {};
  const isLate = !announcedAt || now.getTime() - announcedAt.getTime() > videoRules.sendingHours * 3_600_000;
  if (!challenge || challenge.usedAt || isLate) throw new Refusal('DIGITS_OVER');
  return { ...challenge, announcedAt };
}

/** @throws Refusal DIGITS_OVER; FILE_DIFFERS from the recording that the party announced */
function requireAnnounced(challenge: ChallengeRow | undefined, { sha256 }: { sha256: string }, now: Date) {
  const inTime = requireInTime(challenge, now);
  if (inTime.announcedSha256 !== sha256) throw new Refusal('FILE_DIFFERS');
  return inTime;
}

interface Recording extends StoredFile {
  mediaType: string;
}

/** Storing a recording takes up to twice 24 MiB of memory, so at most two are stored at a time. */
const inTurn = limitConcurrency(2);

/**
 * Accepts an uploaded recording by its content, whatever its declared type. The file is stored before the transaction;
 * if the change is refused, the sweep removes it.
 */
export const finishVideo = {
  async prepare({ nid, challengeId, uploadId }: InputOf<Calls['finishVideo']>, context: Party): Promise<Recording> {
    const { db, services, caller, now } = context;
    const { party } = await requireTask(context, nid);
    const upload = await findUpload(db, uploadId);
    if (upload?.partyId !== caller.partyId) throw new Refusal('UPLOAD_GONE');
    if (upload.receivedBytes < upload.sizeBytes) throw new Refusal('UPLOAD_INCOMPLETE');
    return inTurn(async () => {
      const bytes = await receivedBytes(db, services.vault, upload);
      const found = await fileTypeFromBuffer(bytes);
      if (!found || !(videoRules.types as readonly string[]).includes(found.mime))
        throw new Refusal('UPLOAD_TYPE', { values: { types: ['WebM', 'MP4', 'MOV'] } });
      const sha256 = sha256Hex(bytes);
      requireAnnounced(await lockChallenge(db, { id: challengeId, partyId: party.id }), { sha256 }, now);
      return { ...(await storePartyFile(db, services, party.matterId, bytes)), mediaType: found.mime };
    });
  },
  async change(
    { nid, challengeId, uploadId, isLive }: InputOf<Calls['finishVideo']>,
    context: Party,
    { mediaType, ...stored }: Recording,
  ): Promise<PartyMatter> {
    const { db, now } = context;
    const { sha256 } = stored;
    const task = await lockTask(context, nid);
    const challenge = requireAnnounced(
      await lockChallenge(db, { id: challengeId, partyId: task.party.id }),
      stored,
      now,
    );
    await requireNext(db, task, challenge.step);
    await markUsed(db, challenge.id, now);
    await deleteUpload(db, uploadId);
    await addPartyFile(db, task.party, stored, {
      kind: challenge.step,
      mediaType,
      challengeId,
      isLive,
      submittedAt: now,
      now,
    });
    const { digits, shownAt, announcedAt } = challenge;
    await finishStep(context, task, challenge.step, {
      sha256,
      mediaType,
      digits,
      shownAt: shownAt.map((time) => time.toISOString()),
      announcedAt: announcedAt.toISOString(),
      secondsToArrival: secondsToDigest(challenge),
      // Claimed by the page: the server can't see where a recording comes from, only how soon its digest arrived.
      claimed: { isLive },
    });
    return matterAfter(context);
  },
};
