import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  FileList,
  isCaptured,
  Leaf,
  type Manifest,
  operatorOf,
  paths,
  readSealed,
  tokenPaths,
} from '@proofkeep/bundle';
import type { Bytes, CertificateData } from '@proofkeep/contract';
import { parseTimestamp } from '@proofkeep/pki';
import { parseCheckpoint, parseNote, parseTlogProof, toBase64 } from '@proofkeep/tlog';
import type { z } from 'zod';
import type { Services } from '../../../http/services.ts';
import { recentResults } from '../../../kit/recent-results.ts';
import { Refusal } from '../../../kit/refusal.ts';
import type { Store } from '../../../store/store.ts';
import {
  bundleParts,
  type EvidencePlace,
  mediaTypeOf,
  type Part,
  readManifest,
  requirePart,
  storedParts,
  zipOf,
} from '../../evidence/service.ts';

/** Where the evidence of a certified attestation is. */
export type CertifiedPlace = EvidencePlace & { certifiedPlace: string; name: string };

export interface Certified {
  parts: Map<string, Part>;
  manifest: Manifest;
}

/** @throws Error if the evidence has no manifest: only certified evidence may be read with this */
export async function readCertified(store: Store, place: EvidencePlace): Promise<Certified> {
  const parts = await storedParts(store, place);
  const manifest = await readManifest(store, parts);
  if (!manifest) throw new Error(`The manifest of ${place.ano} is not in the store.`);
  return { parts, manifest };
}

/** The facts printed on the certificate, read from the sealed parts. */
export async function certificateDataOf(
  { store, sealedBy }: Pick<Services, 'store' | 'sealedBy'>,
  { parts, manifest }: Certified,
): Promise<z.input<typeof CertificateData>> {
  const leaf = readSealed(Leaf, await store.bytes(requirePart(parts, paths.leaf).key), paths.leaf);
  const { index, checkpoint } = parseTlogProof(
    Buffer.from(await store.bytes(requirePart(parts, paths.inclusion).key)).toString(),
  );
  const { origin, size, root } = parseCheckpoint(parseNote(checkpoint).text);
  return {
    ano: manifest.ano,
    title: manifest.subject.title,
    ...preservedIn(manifest),
    applicant: manifest.applicant,
    operator: operatorOf(manifest),
    manifestSha256: leaf.manifestSha256,
    manifestSm3: leaf.manifestSm3,
    timestamps: await timestampsIn(store, parts),
    log: { origin, index, size, root: toBase64(root) },
    sealedBy,
  };
}

/** The names of the first files of several; null for one file, and for a kind without files. */
export async function firstFiles(store: Store, { parts, manifest }: Certified, most: number) {
  if (isCaptured(manifest) || manifest.kind === 'device' || manifest.subject.files < 2) return null;
  const { key } = requirePart(parts, paths.fileList);
  return recentLists(`${key} ${most}`, async () => {
    const { files } = readSealed(FileList, await store.bytes(key), paths.fileList);
    return { count: files.length, names: files.slice(0, most).map(({ name }) => name) };
  });
}

/** Content under a key never changes, and a list may have thousands of files. */
const recentLists = recentResults<{ count: number; names: string[] }>(100);

async function timestampsIn(store: Store, parts: Map<string, Part>) {
  return Promise.all(
    tokenPaths([...parts.keys()]).map(async (path) => {
      const { at, authority, serial } = await parseTimestamp(await store.bytes(requirePart(parts, path).key));
      return { at: at.toISOString(), authority, serial, isOwn: path === paths.token };
    }),
  );
}

/** The facts that depend on the kind: a capture, a device's recording, or uploaded files. */
function preservedIn(manifest: Manifest) {
  if (manifest.kind === 'device') {
    const { claimedFrom, claimedUntil, segments, held } = manifest.device;
    const recording = { claimedFrom, claimedUntil, segments, held, sizeBytes: manifest.subject.bytes };
    return { kind: manifest.kind, recording };
  }
  if (!isCaptured(manifest)) {
    const { files: count, bytes } = manifest.subject;
    return { kind: manifest.kind, files: { examinedAt: manifest.receipt.examinedAt, count, sizeBytes: bytes } };
  }
  const { requestedUrl, finalUrl } = manifest.subject;
  const { state, startedAt, endedAt } = manifest.capture;
  return { kind: manifest.kind, page: { requestedUrl, finalUrl, state, startedAt, endedAt } };
}

/** Without a file name the part is displayed, not saved. @throws Refusal NOT_FOUND if the part doesn't exist */
export async function partBytes(
  store: Store,
  parts: Map<string, Part>,
  path: string,
  fileName?: string,
): Promise<Bytes> {
  const part = parts.get(path);
  if (!part) throw new Refusal('NOT_FOUND');
  const { key, sizeBytes } = part;
  const mediaType = mediaTypeOf(path);
  // Players request ranges of it.
  if (path === playbackPath)
    return { mediaType, ranged: { sizeBytes, etag: etagOf(key), read: (range) => store.read(key, range) } };
  return { body: await store.read(key), mediaType, fileName, sizeBytes, isFixed: true };
}

/** The copy of a live session's recording that browsers play. */
export const playbackPath = 'data/derived/playback.mp4';

/** Content under a key never changes. */
const etagOf = (key: string): string => `"${createHash('sha256').update(key).digest('hex').slice(0, 32)}"`;

/** Whether a part is a picture that pages show. */
export const isPicture = (path: string): boolean =>
  /^data\/(second\/)?((screenshot|snapshots)\/.+\.png|thumbnail\.(jpg|png))$/.test(path);

export interface Tile {
  path: string;
  widthPx: number;
  heightPx: number;
}

/** Tiles of a record's screenshot from the top down, with their sizes from the files (PNG, ISO/IEC 15948 §11.2.2). */
export async function tilesIn(store: Store, parts: Map<string, Part>, record: '' | 'second/' = ''): Promise<Tile[]> {
  const folder = `data/${record}screenshot/`;
  const tilePaths = [...parts.keys()]
    .filter((path) => path.startsWith(folder) && /^\d+\.png$/.test(path.slice(folder.length)))
    .sort();
  return Promise.all(
    tilePaths.map(async (path) => {
      const head = await buffer(await store.read(requirePart(parts, path).key, { start: 0, end: 23 }));
      return { path, widthPx: head.readUInt32BE(16), heightPx: head.readUInt32BE(20) };
    }),
  );
}

/** @throws Refusal STATE_FORBIDS before there is a certificate */
export async function bundleBytes(store: Store, { ano, certifiedPlace }: EvidencePlace): Promise<Bytes> {
  if (!certifiedPlace) throw new Refusal('STATE_FORBIDS');
  return { ...zipOf(await bundleParts(store, certifiedPlace)), fileName: `${ano}.zip`, isFixed: true };
}
