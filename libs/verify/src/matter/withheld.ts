import { ConsentDetail, type JournalEntry } from '@proofkeep/bundle';
import type { MatterContext } from './context.ts';
import type { Withheld } from './matter-report.ts';

/** Counts what the journal commits to by a digest and the bundle doesn't have. */
export function withheldOf({ entries: all, manifest }: MatterContext): Withheld {
  const entries = all.map(({ entry }) => entry);
  const steps = (...names: string[]) =>
    entries.filter(({ event, detail }) => event === 'step-finished' && names.includes(String(detail.step)));
  const parts = new Set(manifest.parts.map(({ path }) => path));
  const absent = (folder: string, digests: unknown[]) =>
    new Set(digests.filter((one) => typeof one === 'string' && !parts.has(`${folder}/${one}.json`))).size;
  return {
    recordings: steps('live-video', 'objective-video').length,
    pictures: steps('id-card').reduce((sum, { detail }) => sum + picturesIn(detail), 0),
    handwriting: absent(
      'handwriting',
      entries.filter(({ event }) => event === 'documents-signed').map(({ detail }) => detail.handwritingSha256),
    ),
    consents: absent(
      'consent',
      entries.flatMap(({ detail }) => ConsentDetail.safeParse(detail).data?.wordsSha256 ?? []),
    ),
    origins: entries.filter(({ originSha256 }) => originSha256 !== null).length,
  };
}

/** A certified holder shows no card in the matter. */
const picturesIn = ({ frontSha256, backSha256 }: JournalEntry['detail']): number =>
  [frontSha256, backSha256].filter((digest) => typeof digest === 'string').length;

/** How many parts are withheld in all. */
export const totalWithheld = (withheld: Withheld): number =>
  Object.values(withheld).reduce((sum, count) => sum + count, 0);
