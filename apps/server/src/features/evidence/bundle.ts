import { Readable } from 'node:stream';
import { type KnownInput, zipChunks, zipSize } from '@proofkeep/bundle/node';
import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { indexKey } from './places.ts';
import { StoredFile } from './sealed-parts.ts';

/** The files of a bundle, with what a ZIP must say about each before its content. */
const Index = z.array(StoredFile);

/** Stores which files make the bundle, in the order in which they are packed. */
export async function writeIndex(store: Store, certifiedPlace: string, files: readonly StoredFile[]): Promise<void> {
  const index = [...files].sort((a, b) => (a.path < b.path ? -1 : 1)) satisfies z.input<typeof Index>;
  await store.put(indexKey(certifiedPlace), Buffer.from(JSON.stringify(index)));
}

export const readIndex = async (store: Store, certifiedPlace: string): Promise<StoredFile[]> =>
  Index.parse(JSON.parse(Buffer.from(await store.bytes(indexKey(certifiedPlace))).toString()));

export type BundlePart = StoredFile & KnownInput;

/** The files of the bundle whose certificate is at a place. */
export async function bundleParts(store: Store, certifiedPlace: string): Promise<BundlePart[]> {
  const files = await readIndex(store, certifiedPlace);
  return files.map((file) => ({ ...file, name: file.path, read: () => store.read(file.key) }));
}

/** The bundle as one file: always the same bytes, and their number is known before the first one. */
export const zipOf = (parts: readonly BundlePart[]): { sizeBytes: number; body: Readable } => ({
  sizeBytes: zipSize(parts),
  body: Readable.from(zipChunks(parts), { objectMode: false }),
});
