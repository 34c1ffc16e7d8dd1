import { Contents, Manifest, paths, readSealed } from '@proofkeep/bundle';
import { sha256Hex, sm3Hex } from '@proofkeep/bundle/node';
import type { EvidenceFile } from '@proofkeep/contract';
import type { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { isSealedPart, leasePlace } from './places.ts';

export interface Part {
  key: string;
  sizeBytes: number;
}

/** Where the evidence of an attestation is stored, as recorded in its row. */
export interface EvidencePlace {
  ano: string;
  fence: string | null;
  /** Prefix of the parts of the valid certificate; null before there is one. */
  certifiedPlace: string | null;
  /** Hex; null before sealing. */
  manifestSha256: string | null;
}

/** The stored parts of a bundle by path; empty before sealing. */
export async function storedParts(store: Store, place: EvidencePlace): Promise<Map<string, Part>> {
  const { ano, fence, certifiedPlace, manifestSha256 } = place;
  const parts = new Map<string, Part>();
  if (!manifestSha256 || fence === null) return parts;
  const prefix = leasePlace({ ano, fence });
  for (const { key, size } of await store.list(prefix)) {
    // Certificates written at the same time that did not become the valid one may still be there.
    const isCertified = certifiedPlace !== null && key.startsWith(certifiedPlace);
    const path = key.slice(isCertified ? certifiedPlace.length : prefix.length);
    if (isCertified || isSealedPart(path)) parts.set(path, { key, sizeBytes: size });
  }
  return parts;
}

/** @throws Error if the part is not in the store */
export function requirePart(parts: Map<string, Part>, path: string): Part {
  const part = parts.get(path);
  if (!part) throw new Error(`${path} is not in the store.`);
  return part;
}

export async function readManifest(store: Store, parts: Map<string, Part>): Promise<Manifest | null> {
  const part = parts.get(paths.manifest);
  return part ? readSealed(Manifest, await store.bytes(part.key), paths.manifest) : null;
}

type File = z.infer<typeof EvidenceFile>;

/**
 * Every existing part of the bundle, with its sealed digest. Parts that no list names, such as the manifest, are few
 * and small, so they are read.
 */
export async function fileList(store: Store, parts: Map<string, Part>, manifest: Manifest): Promise<File[]> {
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

/** Parts in the signed list of contents; none before there is a certificate. */
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
