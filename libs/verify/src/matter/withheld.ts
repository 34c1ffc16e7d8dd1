import { ConsentDetail, type JournalEntry, matterPaths, RecordedSession } from '@proofkeep/bundle';
import type { MatterContext } from './context.ts';
import type { Withheld } from './matter-report.ts';

/** Counts what the journal commits to by digest and the bundle leaves out. */
export function withheldOf({ entries: all, manifest, zip }: MatterContext): Withheld {
  const entries = all.map(({ entry }) => entry);
  const steps = (...names: string[]) =>
    entries.filter(({ event, detail }) => event === 'step-finished' && names.includes(String(detail.step)));
  const parts = new Set(manifest.parts.map(({ path }) => path));
  const absent = (folder: string, digests: unknown[]) =>
    new Set(digests.filter((one) => typeof one === 'string' && !parts.has(`${folder}/${one}.json`))).size;
  return {
    recordings:
      steps('live-video', 'objective-video').length +
      entries.filter((one) => one.event === 'recording-finished' && one.detail.chunks !== 0 && !hasRecording(zip, one))
        .length,
    pictures: steps('id-card').reduce((sum, { detail }) => sum + picturesIn(detail), 0),
    handwriting: absent(
      'handwriting',
      entries.filter(({ event }) => event === 'documents-signed').map(({ detail }) => detail.handwritingSha256),
    ),
    consents: absent(
      'consent',
      entries.flatMap(({ event, detail }) =>
        event === 'room-consented' ? detail.wordsSha256 : (ConsentDetail.safeParse(detail).data?.wordsSha256 ?? []),
      ),
    ),
    origins: entries.filter(({ originSha256 }) => originSha256 !== null).length,
  };
}

function hasRecording(zip: MatterContext['zip'], { detail }: JournalEntry): boolean {
  const { data: recorded } = RecordedSession.safeParse(detail);
  return recorded !== undefined && zip.entries.has(matterPaths.recording(recorded.recordingId, recorded.mediaType));
}

/** A certified holder takes no picture of the card in the matter. */
const picturesIn = ({ frontSha256, backSha256 }: JournalEntry['detail']): number =>
  [frontSha256, backSha256].filter((digest) => typeof digest === 'string').length;

/** Total number of withheld parts. */
export const totalWithheld = (withheld: Withheld): number =>
  Object.values(withheld).reduce((sum, count) => sum + count, 0);
