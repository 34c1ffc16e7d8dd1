import { Readable } from 'node:stream';
import { type KnownInput, zipChunks, zipSize, zipSum } from '@proofkeep/bundle/node';
import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { indexKey } from './places.ts';
import { StoredFile } from './sealed-parts.ts';

/** The files of a bundle, with the metadata that a ZIP states before each one's content. */
const Index = z.array(StoredFile);

/** Stores the list of the bundle's files, in packing order. */
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

/** Parts of a bundle, or several bundles, as one file: always the same bytes, with a size known before the first one. */
export const zipOf = (parts: readonly KnownInput[]): { sizeBytes: number; body: Readable } => ({
  sizeBytes: zipSize(parts),
  body: Readable.from(zipChunks(parts), { objectMode: false }),
});

/**
 * A whole bundle as an entry of another ZIP. Size and CRC-32 come from its index, so its files are read only once,
 * while it is packed. The index is read again then, so that the indexes of many bundles need not stay in memory.
 */
export const bundleEntry = async (store: Store, certifiedPlace: string, name: string): Promise<KnownInput> => ({
  name,
  ...zipSum(await bundleParts(store, certifiedPlace)),
  read: async () => Readable.from(zipChunks(await bundleParts(store, certifiedPlace)), { objectMode: false }),
});
