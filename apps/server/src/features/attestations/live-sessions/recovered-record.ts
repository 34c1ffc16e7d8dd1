import type { RecordingChunk } from '@proofkeep/bundle';
import { PassingDigest, waczFiles, zipChunks } from '@proofkeep/bundle/node';
import type { CaptureReport } from '@proofkeep/contract';
import type { ChunkPart } from './chunks.ts';

export const archiveName = 'data.warc.gz';

/**
 * Yields the network record of a session whose node was lost, from the parts that arrived: their WARC records are
 * concatenated, and the lines of their indexes sorted. Every attempt yields the same bytes, except for the time in the
 * data package.
 */
export async function* recoveredRecord(
  read: (part: ChunkPart) => AsyncIterable<Uint8Array>,
  { page, startedAt, environment }: CaptureReport,
): AsyncGenerator<Uint8Array> {
  const archive = new PassingDigest();
  for await (const bytes of read('warc')) archive.update(bytes);
  const { size, sha256, crc32 } = archive.digest();
  const lines: Uint8Array[] = [];
  for await (const bytes of read('index')) lines.push(bytes);
  const index = Buffer.concat(lines).toString().split('\n').slice(0, -1).toSorted();
  const files = waczFiles({
    archive: { name: archiveName, size, sha256 },
    index: index.map((line) => `${line}\n`).join(''),
    page: {
      url: page.finalUrl ?? page.requestedUrl,
      title: page.title ?? '',
      startedAt: new Date(startedAt),
      text: '',
    },
    software: `${environment?.tool ?? ''}/${environment?.toolVersion ?? ''} ${environment?.browser ?? ''}`.trim(),
  });
  yield* zipChunks([{ name: `archive/${archiveName}`, size, crc32, read: async () => read('warc') }, ...files]);
}

/**
 * Number of requests without a complete answer when the last chunk was sent; null if chunks don't contain the network.
 */
export const unansweredIn = (chunks: readonly RecordingChunk[]): number | null =>
  chunks.at(-1)?.network?.waiting ?? null;
