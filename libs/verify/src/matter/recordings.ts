import {
  type JournalEntry,
  matterPaths,
  newSha256,
  RecordedHead,
  RecordedSession,
  RecordingPieces,
  readSealed,
  recordingFolder,
  roomRecordingStart,
  roomRecordingStep,
  toHex,
} from '@proofkeep/bundle';
import { detail, detailOf, problem } from '../details.ts';
import type { MatterContext } from './context.ts';

/** A finished recording with the heads of its chain that the journal has, by the number of pieces. */
interface Recorded extends RecordedSession {
  heads: Map<number, string>;
}

/**
 * Checks the recordings in the bundle against the journal: size and digest of each file, and each head of its chain of pieces.
 * The bundle may leave recordings out, but has none that the journal doesn't record.
 */
export async function checkRecordings(context: MatterContext): Promise<void> {
  const { zip, note, entries } = context;
  const recorded = recordedIn(entries.map(({ entry }) => entry));
  const expected = new Set<string>();
  for (const one of recorded) {
    const [file, pieces] = [
      matterPaths.recording(one.recordingId, one.mediaType),
      matterPaths.recordingPieces(one.recordingId),
    ];
    for (const subject of [file, pieces]) expected.add(subject);
    if (!zip.entries.has(file) && !zip.entries.has(pieces)) continue;
    try {
      const heads = await checkRecording(context, one, { file, pieces });
      note('session-recording', 'passed', {
        subject: file,
        detail: detail('recording-chained', { count: one.chunks, heads }),
      });
    } catch (error) {
      note('session-recording', 'failed', { subject: file, detail: detailOf(error) });
    }
  }
  for (const subject of zip.entries.keys())
    if (subject.startsWith(recordingFolder) && !expected.has(subject))
      note('unlisted', 'failed', { subject, detail: detail('content-unstated') });
}

function recordedIn(entries: readonly JournalEntry[]): Recorded[] {
  const heads = entries.flatMap(({ event, detail: one }) =>
    event === 'recording-head' ? (RecordedHead.safeParse(one).data ?? []) : [],
  );
  return entries.flatMap(({ event, detail: one }) => {
    const { data } = RecordedSession.safeParse(one);
    if (event !== 'recording-finished' || !data) return [];
    const own = heads.filter(({ recordingId }) => recordingId === data.recordingId);
    const all = [...own.map(({ chunks, head }) => [chunks, head] as const), [data.chunks, data.head] as const];
    return [{ ...data, heads: new Map(all) }];
  });
}

/** @returns the number of heads that were compared. @throws Problem missing; size; recording-pieces; recording-other */
async function checkRecording(
  { zip, part, sha256 }: MatterContext,
  recorded: Recorded,
  { file, pieces }: { file: string; pieces: string },
): Promise<number> {
  const entry = zip.entries.get(file);
  if (!entry || !zip.entries.has(pieces)) throw problem('missing');
  if (entry.size !== recorded.sizeBytes) throw problem('size', { found: entry.size, expected: recorded.sizeBytes });
  const { sizes } = readSealed(RecordingPieces, await part(pieces), pieces);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length !== recorded.chunks || whole !== recorded.sizeBytes) throw problem('recording-pieces');
  const { room, recordingId: recording, partyId, mediaType } = recorded;
  let head = sha256(roomRecordingStart({ room, recording, partyId, mediaType }));
  let at = 0;
  let isChained = true;
  const total = await newSha256();
  total.init();
  for await (const digest of digestsOf(zip.chunks(file), sizes, (bytes) => total.update(bytes))) {
    head = sha256(roomRecordingStep(head, digest));
    at += 1;
    const known = recorded.heads.get(at);
    if (known !== undefined && known !== toHex(head)) isChained = false;
  }
  if (total.digest() !== recorded.sha256) throw problem('recording-other');
  if (!isChained) throw problem('recording-pieces');
  return recorded.heads.size;
}

/** Digests of the pieces with these sizes, which together are the whole stream; `onBytes` gets all bytes in order. */
async function* digestsOf(
  chunks: AsyncIterable<Uint8Array>,
  sizes: readonly number[],
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const piece = await newSha256();
  let at = 0;
  let left = sizes[0] ?? 0;
  piece.init();
  for await (const chunk of chunks) {
    onBytes(chunk);
    for (let from = 0; from < chunk.length; ) {
      const bytes = chunk.subarray(from, from + left);
      piece.update(bytes);
      from += bytes.length;
      left -= bytes.length;
      if (left > 0) continue;
      yield fromHex(piece.digest());
      at += 1;
      left = sizes[at] ?? 0;
      piece.init();
    }
  }
}

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
