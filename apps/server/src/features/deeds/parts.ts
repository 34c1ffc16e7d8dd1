import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { matterPaths } from '@proofkeep/bundle';
import type { KnownInput } from '@proofkeep/bundle/node';
import { z } from 'zod';
import type { Client } from '../../database/client.ts';
import type { Vault } from '../../kit/vault.ts';
import { removeUnlessRetained, type Store } from '../../store/store.ts';
import { deedFiles } from '../notarization/service.ts';
import { readPartyFile, statementRecordings } from '../phone-signing/service.ts';

export interface PartDeps {
  store: Store;
  vault: Vault;
}

/** Parts of a bundle by path that fit in memory: everything but recordings. */
export type SmallParts = Map<string, Uint8Array>;

/** A recording in a bundle: it is read from where it is while the bundle is sent. */
const Recording = z.strictObject({
  path: z.string(),
  id: z.string(),
  mediaType: z.string(),
  size: z.int(),
  sha256: z.string(),
  crc32: z.int(),
});
export type Recording = z.infer<typeof Recording>;

/** What a bundle keeps as its own: parts in Base64, and which recordings it has. */
const Stored = z.strictObject({ parts: z.record(z.string(), z.base64()), recordings: z.array(Recording) });
const placeOf = (matterId: string): string => `deed_bundle/${matterId}`;

/** Keeps a bundle's own parts as one encrypted file. It counts once a row names it. @returns its key */
export async function keepParts(
  { store, vault }: PartDeps,
  matterId: string,
  o: { parts: SmallParts; recordings: readonly Recording[] },
): Promise<string> {
  const parts = Object.fromEntries([...o.parts].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]));
  const stored = { parts, recordings: [...o.recordings] } satisfies z.input<typeof Stored>;
  const key = `matters/${matterId}/bundle/${randomBytes(8).toString('hex')}/sealed`;
  await store.put(key, vault.encryptBytes(Buffer.from(JSON.stringify(stored)), placeOf(matterId)));
  return key;
}

export async function readParts(
  { store, vault }: PartDeps,
  matterId: string,
  key: string,
): Promise<{ parts: SmallParts; recordings: Recording[] }> {
  const text = vault.decryptBytes(await store.bytes(key), placeOf(matterId)).toString();
  const { parts, recordings } = Stored.parse(JSON.parse(text));
  return { parts: new Map(Object.entries(parts).map(([path, one]) => [path, Buffer.from(one, 'base64')])), recordings };
}

/** Removes a file that no row names. */
export const dropParts = ({ store }: PartDeps, key: string): Promise<void> =>
  removeUnlessRetained(store, key.slice(0, key.lastIndexOf('/') + 1));

/** The documents of a matter by their paths in the bundle. */
export async function documentParts(db: Client, deps: PartDeps, matterId: string): Promise<SmallParts> {
  const files = await deedFiles(db, deps, matterId);
  return new Map(files.map(({ document, pdf }) => [matterPaths.document(document.kind), pdf]));
}

const extensions: Record<string, string> = { 'video/webm': 'webm', 'video/mp4': 'mp4', 'video/quicktime': 'mov' };

/** The recorded statements of a matter, each read once for its checksum. */
export async function recordingsOf(db: Client, deps: PartDeps, matterId: string): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for (const { id, mediaType, sha256 } of await statementRecordings(db, matterId)) {
    const bytes = await readPartyFile(deps, matterId, { id });
    const path = matterPaths.recording(recordings.length + 1, extensions[mediaType] ?? 'bin');
    recordings.push({ path, id, mediaType, size: bytes.length, sha256, crc32: crc32(bytes) });
  }
  return recordings;
}

/** Entries of the ZIP, in their order. */
export function entriesOf(
  deps: PartDeps,
  matterId: string,
  { parts, recordings }: { parts: SmallParts; recordings: readonly Recording[] },
): KnownInput[] {
  const small = [...parts].map(([name, bytes]) => ({
    name,
    size: bytes.length,
    crc32: crc32(bytes),
    read: async () => Readable.from([bytes]),
  }));
  const large = recordings.map(({ path: name, size, crc32, id }) => ({
    name,
    size,
    crc32,
    read: async () => Readable.from([await readPartyFile(deps, matterId, { id })]),
  }));
  return [...small, ...large].sort((a, b) => (a.name < b.name ? -1 : 1));
}
