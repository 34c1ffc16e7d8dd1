import { randomInt } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  type InputOf,
  matterKindFacts,
  type PartyMatter,
  type phoneSigningCalls,
  statementOf,
  videoRules,
} from '@proofkeep/contract';
import { fileTypeFromBuffer } from 'file-type';
import { Refusal } from '../../kit/refusal.ts';
import { finishStep, lockTask, type Party, requireNext, requireTask } from './access.ts';
import { keepPartyFile } from './files.ts';
import { matterAfter } from './reading.ts';
import { addShown, type ChallengeRow, insertChallenge, lockChallenge, markUsed } from './store.ts';

type Calls = typeof phoneSigningCalls;

const newDigits = (): string => String(randomInt(10 ** videoRules.digits)).padStart(videoRules.digits, '0');

/** Begins a recording. The digits of a statement are shown with it; those of the portrait one by one (`showDigit`). */
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

/** Shows the digits in their order; the times are proof that the recording is not older than they are. */
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

/** @throws Refusal DIGITS_OVER if it is another party's, used, or expired */
function requireValid(challenge: ChallengeRow | undefined, now: Date): ChallengeRow {
  if (!challenge || challenge.usedAt || challenge.expiresAt <= now) throw new Refusal('DIGITS_OVER');
  return challenge;
}

/** Whole seconds between the last digit and a recording's arrival. */
export const secondsAfter = (shownAt: readonly Date[], arrivedAt: Date): number =>
  Math.round((arrivedAt.getTime() - (shownAt.at(-1) ?? arrivedAt).getTime()) / 1_000);

interface Recording {
  bytes: Buffer;
  mediaType: string;
}

/** Takes a recording whole, before the transaction; by its content, whatever it is called. */
export const sendVideo = {
  async prepare({ nid }: InputOf<Calls['sendVideo']>, context: Party): Promise<Recording> {
    await requireTask(context, nid);
    const { stream } = await context.upload();
    const bytes = await buffer(stream);
    const found = await fileTypeFromBuffer(bytes);
    if (!found || !(videoRules.types as readonly string[]).includes(found.mime))
      throw new Refusal('UPLOAD_TYPE', { values: { types: 'WebM, MP4, MOV' } });
    if (bytes.length < videoRules.minBytes) throw new Refusal('UPLOAD_BROKEN');
    return { bytes, mediaType: found.mime };
  },
  async change(
    { nid, challengeId, isLive }: InputOf<Calls['sendVideo']>,
    context: Party,
    { bytes, mediaType }: Recording,
  ): Promise<PartyMatter> {
    const { db, services, now } = context;
    const task = await lockTask(context, nid);
    const challenge = requireValid(await lockChallenge(db, { id: challengeId, partyId: task.party.id }), now);
    await requireNext(db, task, challenge.step);
    if (challenge.shownAt.length < videoRules.digits) throw new Refusal('STATE_FORBIDS');
    await markUsed(db, challenge.id, now);
    const { sha256 } = await keepPartyFile(db, services, task.party, {
      kind: challenge.step,
      bytes,
      mediaType,
      challengeId,
      isLive,
      submittedAt: now,
      now,
    });
    const { digits, shownAt } = challenge;
    const shown = shownAt.map((time) => time.toISOString());
    const secondsToArrival = secondsAfter(shownAt, now);
    // The page's word: the server can't see where a recording comes from, only how soon it came.
    const claimed = { isLive };
    const result = { sha256, mediaType, digits, shownAt: shown, secondsToArrival, claimed };
    await finishStep(context, task, challenge.step, result);
    return matterAfter(context);
  },
};
