import { Contents, Manifest, paths, readSealed } from '@proofkeep/bundle';
import { sha256Hex, sm3Hex } from '@proofkeep/bundle/node';
import type { EvidenceFile } from '@proofkeep/contract';
import type { z } from 'zod';
import type { Store } from '../../store/store.ts';
import type { Holding } from '../attestations/list-store.ts';
import { placeOf } from '../attestations/nodes/options.ts';
import { draftName } from './sealed-parts.ts';

export interface Part {
  key: string;
  sizeBytes: number;
}

/** Where in the store the parts of a holding's bundle are, by their paths in it; empty before anything was sealed. */
export async function partsOf(store: Store, holding: Holding): Promise<Map<string, Part>> {
  const { ano, fence, certifiedPlace, manifestSha256 } = holding;
  const parts = new Map<string, Part>();
  if (!manifestSha256 || fence === null) return parts;
  const place = placeOf({ ano, fence });
  for (const { key, size } of await store.list(place)) {
    // Whoever came second with a certificate may have left some of his.
    const isCertified = certifiedPlace !== null && key.startsWith(certifiedPlace);
    const path = key.slice(isCertified ? certifiedPlace.length : place.length);
    if (isCertified || !(path.startsWith('certified-') || path === draftName))
      parts.set(path, { key, sizeBytes: size });
  }
  return parts;
}

export async function manifestOf(store: Store, parts: Map<string, Part>): Promise<Manifest | null> {
  const part = parts.get(paths.manifest);
  return part ? readSealed(Manifest, await store.bytes(part.key), paths.manifest) : null;
}

type File = z.infer<typeof EvidenceFile>;

/**
 * Every file of the bundle as far as it is made, with the digests that were sealed; those that nothing lists, such as the
 * manifest, are few and small: they are read.
 */
export async function filesOf(store: Store, parts: Map<string, Part>, manifest: Manifest): Promise<File[]> {
  const data = manifest.objects.map(({ path, mediaType, size, sha256, sm3 }): File => {
    return { kind: 'data', path, mediaType, sizeBytes: size, sha256, sm3 };
  });
  const listed = await listedProofs(store, parts);
  const known = new Set(listed.map(({ path }) => path));
  const unlisted = [...parts].filter(([path]) => !path.startsWith(paths.dataFolder) && !known.has(path));
  const read = await Promise.all(
    unlisted.map(async ([path, { key, sizeBytes }]): Promise<File> => {
      const bytes = await store.bytes(key);
      const digests = { sha256: sha256Hex(bytes), sm3: sm3Hex(bytes) };
      return { kind: 'proof', path, mediaType: mediaTypeOf(path), sizeBytes, ...digests };
    }),
  );
  return [...data, ...[...listed, ...read].sort((a, b) => (a.path < b.path ? -1 : 1))];
}

/** What the signed list of parts says; nothing before there is a certificate. */
async function listedProofs(store: Store, parts: Map<string, Part>): Promise<File[]> {
  const list = parts.get(paths.contents);
  if (!list) return [];
  const contents = readSealed(Contents, await store.bytes(list.key), paths.contents);
  return contents.files.map(({ path, size, sha256 }) => {
    return { kind: 'proof', path, mediaType: mediaTypeOf(path), sizeBytes: size, sha256, sm3: null };
  });
}

const mediaTypes: Record<string, string> = {
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  pem: 'application/x-pem-file',
  crl: 'application/pkix-crl',
  p7s: 'application/pkcs7-signature',
};

export const mediaTypeOf = (path: string): string =>
  mediaTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
