import { Readable } from 'node:stream';
import { type KnownInput, zipChunks, zipSize } from '@proofkeep/bundle/node';
import { z } from 'zod';
import type { Installation } from '../../installation.ts';
import type { Store } from '../../store/store.ts';
import { sealingRow } from '../attestations/sealing/store.ts';
import { KeptFile } from './sealed-parts.ts';

/** The files of a bundle, with what a ZIP has to say of each before its content. */
const Index = z.array(KeptFile);

/** Beside the folder of the certified parts. */
const indexKey = (certifiedPlace: string) => certifiedPlace.replace(/parts\/$/, 'index.json');

/** Writes down which files make the bundle, in the order in which they are packed. */
export async function writeIndex(store: Store, certifiedPlace: string, files: readonly KeptFile[]): Promise<void> {
  const index = [...files].sort((a, b) => (a.path < b.path ? -1 : 1)) satisfies z.input<typeof Index>;
  await store.put(indexKey(certifiedPlace), Buffer.from(JSON.stringify(index)));
}

export const readIndex = async (store: Store, certifiedPlace: string): Promise<KeptFile[]> =>
  Index.parse(JSON.parse(Buffer.from(await store.bytes(indexKey(certifiedPlace))).toString()));

export type BundlePart = KeptFile & KnownInput;

/** The bundle of a certified attestation, file by file. @throws Error when it is not certified */
export async function bundleOf({ database, store }: Installation, ano: string): Promise<BundlePart[]> {
  const row = await sealingRow(database.pool, ano);
  if (!row?.certifiedPlace) throw new Error(`${ano} is not certified.`);
  return partsAt(store, row.certifiedPlace);
}

export async function partsAt(store: Store, certifiedPlace: string): Promise<BundlePart[]> {
  const files = await readIndex(store, certifiedPlace);
  return files.map((file) => ({ ...file, name: file.path, read: () => store.read(file.key) }));
}

/** The bundle as one file: the same bytes every time, and their number before the first of them. */
export const zipOf = (parts: readonly BundlePart[]): { sizeBytes: number; body: Readable } => ({
  sizeBytes: zipSize(parts),
  body: Readable.from(zipChunks(parts), { objectMode: false }),
});
