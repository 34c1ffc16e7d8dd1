import { canonicalBytes, JournalEntry, matterPaths, RecordedSession, type RecordingPieces } from '@proofkeep/bundle';
import type { KnownInput } from '@proofkeep/bundle/node';
import type { Client } from '../../database/client.ts';
import { recordedFiles } from '../video-rooms/service.ts';
import { entriesOf, type PartDeps, type Parts } from './parts.ts';

/**
 * Entries for the recordings that the journal of a bundle records, each read from its own place while it is sent. A recording that
 * the system finished after the issue is not among them.
 */
export async function recordingEntries(
  db: Client,
  deps: PartDeps,
  matterId: string,
  journal: Uint8Array,
): Promise<KnownInput[]> {
  const recorded = recordedIn(journal);
  const files = (await recordedFiles(db, deps, matterId)).filter(({ id }) => recorded.has(id));
  const lists: Parts = new Map();
  const entries: KnownInput[] = [];
  for (const { id, mediaType, sizeBytes: size, crc32, pieces } of files) {
    const { sizes, read } = await pieces();
    const list: RecordingPieces = { v: 1, type: 'proofkeep-recording-pieces', sizes };
    lists.set(matterPaths.recordingPieces(id), canonicalBytes(list));
    entries.push({ name: matterPaths.recording(id, mediaType), size, crc32, read });
  }
  return [...entriesOf(lists), ...entries];
}

function recordedIn(journal: Uint8Array): Set<string> {
  const lines = Buffer.from(journal).toString().split('\n').slice(0, -1);
  const entries = lines.map((line) => JournalEntry.parse(JSON.parse(line)));
  return new Set(
    entries.flatMap(({ event, detail }) =>
      event === 'recording-finished' ? (RecordedSession.safeParse(detail).data?.recordingId ?? []) : [],
    ),
  );
}

/** Number and size of the recordings that were finished before a bundle was made. */
export async function recordingTotals(db: Client, deps: PartDeps, o: { matterId: string; madeAt: Date }) {
  const files = (await recordedFiles(db, deps, o.matterId)).filter(({ finishedAt }) => finishedAt <= o.madeAt);
  return { count: files.length, sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}
