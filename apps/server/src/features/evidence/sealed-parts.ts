import { Manifest, paths, readSealed } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { CaptureReport } from '@proofkeep/contract';
import { z } from 'zod';
import { type Store, StoreError } from '../../store/store.ts';
import { type Lease, placeOf } from '../attestations/nodes/options.ts';

/** Small parts of a bundle by path. */
export type Parts = Map<string, Uint8Array>;

/** A file of the evidence as it was stored; hex digests. */
export const KeptFile = z.strictObject({
  /** In the bundle. */
  path: z.string(),
  key: z.string(),
  size: z.int().nonnegative(),
  sha256: z.string(),
  crc32: z.int().nonnegative(),
});
export type KeptFile = z.infer<typeof KeptFile>;

/**
 * What is to be sealed under a lease, decided once: manifest, tokens, signature and leaf in one file of the store, written
 * whole or not at all. Whoever comes second, or again after a crash, goes on with this one and stamps nothing anew.
 */
const Draft = z.strictObject({
  data: z.array(KeptFile),
  /** Base64. */
  parts: z.record(z.string(), z.base64()),
});

export interface SealedParts {
  data: readonly KeptFile[];
  parts: Parts;
}

/** Its name under the place of the lease, beside the parts of the bundle and none of them. */
export const draftName = 'sealed.json';

export async function readSealedParts(store: Store, lease: Lease): Promise<SealedParts | undefined> {
  try {
    return parse(await store.bytes(`${placeOf(lease)}${draftName}`));
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_MISSING') return undefined;
    throw error;
  }
}

/** Gives what is sealed from now on: these parts, or those of whoever was first. */
export async function decide(store: Store, lease: Lease, { data, parts }: SealedParts): Promise<SealedParts> {
  const encoded = Object.fromEntries([...parts].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]));
  const draft = Buffer.from(JSON.stringify({ data: [...data], parts: encoded } satisfies z.input<typeof Draft>));
  const key = `${placeOf(lease)}${draftName}`;
  await store.put(key, draft).catch((error: unknown) => {
    if (!(error instanceof StoreError && error.code === 'STORE_TAKEN')) throw error;
  });
  return parse(await store.bytes(key));
}

function parse(bytes: Uint8Array): SealedParts {
  const { data, parts } = Draft.parse(JSON.parse(Buffer.from(bytes).toString()));
  return { data, parts: new Map(Object.entries(parts).map(([path, text]) => [path, Buffer.from(text, 'base64')])) };
}

/** Writes parts under a prefix, and says what they are as files of the store. Again is fine. */
export async function writeParts(store: Store, prefix: string, parts: Parts): Promise<KeptFile[]> {
  return Promise.all(
    [...parts].map(async ([path, bytes]) => {
      const key = `${prefix}${path}`;
      const { size, sha256, crc32 } = await store.put(key, bytes);
      return { path, key, size, sha256, crc32 };
    }),
  );
}

export function partOf(parts: Parts, path: string): Uint8Array {
  const part = parts.get(path);
  if (!part) throw new Error(`What was sealed holds no ${path}.`);
  return part;
}

export function manifestIn(parts: Parts): { manifest: Manifest; manifestSha256: string } {
  const bytes = partOf(parts, paths.manifest);
  return { manifest: readSealed(Manifest, bytes, paths.manifest), manifestSha256: sha256Hex(bytes) };
}

/** A preserved file, read again and compared with what was sealed. */
export async function dataOf(store: Store, data: readonly KeptFile[], path: string): Promise<Uint8Array> {
  const file = data.find((one) => one.path === path);
  if (!file) throw new Error(`The evidence holds no ${path}.`);
  const bytes = await store.bytes(file.key);
  if (sha256Hex(bytes) !== file.sha256) throw new Error(`${file.key} is not what was sealed.`);
  return bytes;
}

export const reportIn = async (store: Store, data: readonly KeptFile[]): Promise<CaptureReport> =>
  CaptureReport.parse(JSON.parse(Buffer.from(await dataOf(store, data, 'data/report.json')).toString()));
