import { Manifest, paths, readSealed } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { CaptureReport } from '@proofkeep/contract';
import { z } from 'zod';
import { type Store, StoreError } from '../../store/store.ts';
import { type Lease, sealedPartsKey } from './places.ts';

/** Small parts of a bundle by path. */
export type Parts = Map<string, Uint8Array>;

/** A file of the evidence as it was stored; digests in hex. */
export const StoredFile = z.strictObject({
  /** Path in the bundle. */
  path: z.string(),
  key: z.string(),
  size: z.int().nonnegative(),
  sha256: z.string(),
  crc32: z.int().nonnegative(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/**
 * Fixes what is sealed under a lease: manifest, tokens, signature and leaf in one file of the store, which is complete
 * or absent. Another server, or the next attempt after a crash, continues from it and requests no further timestamps.
 */
const Draft = z.strictObject({
  data: z.array(StoredFile),
  /** Base64. */
  parts: z.record(z.string(), z.base64()),
});

export interface SealedParts {
  data: readonly StoredFile[];
  parts: Parts;
}

export async function readSealedParts(store: Store, lease: Lease): Promise<SealedParts | undefined> {
  try {
    return parse(await store.bytes(sealedPartsKey(lease)));
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_MISSING') return undefined;
    throw error;
  }
}

/** Stores these parts unless others were stored first. @returns the parts that are to be sealed */
export async function chooseSealedParts(
  store: Store,
  lease: Lease,
  { data, parts }: SealedParts,
): Promise<SealedParts> {
  const encoded = Object.fromEntries([...parts].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]));
  const draft = Buffer.from(JSON.stringify({ data: [...data], parts: encoded } satisfies z.input<typeof Draft>));
  const key = sealedPartsKey(lease);
  await store.put(key, draft).catch((error: unknown) => {
    if (!(error instanceof StoreError && error.code === 'STORE_TAKEN')) throw error;
  });
  return parse(await store.bytes(key));
}

function parse(bytes: Uint8Array): SealedParts {
  const { data, parts } = Draft.parse(JSON.parse(Buffer.from(bytes).toString()));
  return { data, parts: new Map(Object.entries(parts).map(([path, text]) => [path, Buffer.from(text, 'base64')])) };
}

/** Writes parts under a prefix; existing parts stay. */
export async function writeParts(store: Store, prefix: string, parts: Parts): Promise<StoredFile[]> {
  return Promise.all(
    [...parts].map(async ([path, bytes]) => {
      const key = `${prefix}${path}`;
      const { size, sha256, crc32 } = await store.put(key, bytes);
      return { path, key, size, sha256, crc32 };
    }),
  );
}

/** @throws Error if there is no such part */
export function partIn(parts: Parts, path: string): Uint8Array {
  const part = parts.get(path);
  if (!part) throw new Error(`There is no ${path} among the sealed parts.`);
  return part;
}

export function manifestIn(parts: Parts): { manifest: Manifest; manifestSha256: string } {
  const bytes = partIn(parts, paths.manifest);
  return { manifest: readSealed(Manifest, bytes, paths.manifest), manifestSha256: sha256Hex(bytes) };
}

/** Reads a captured file and compares it with what was sealed. @throws Error if it differs */
export async function readData(store: Store, data: readonly StoredFile[], path: string): Promise<Uint8Array> {
  const file = data.find((known) => known.path === path);
  if (!file) throw new Error(`The evidence has no ${path}.`);
  const bytes = await store.bytes(file.key);
  if (sha256Hex(bytes) !== file.sha256) throw new Error(`${file.key} is not what was sealed.`);
  return bytes;
}

export const readReport = async (store: Store, data: readonly StoredFile[]): Promise<CaptureReport> =>
  CaptureReport.parse(JSON.parse(Buffer.from(await readData(store, data, 'data/report.json')).toString()));
