import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { canonicalBytes, matterPaths } from '@proofkeep/bundle';
import { type KnownInput, sha256Hex } from '@proofkeep/bundle/node';
import { z } from 'zod';
import type { Client } from '../../database/client.ts';
import type { Vault } from '../../kit/vault.ts';
import { removeUnlessRetained, type Store } from '../../store/store.ts';
import { deedFiles, findUsedHandwriting } from '../notarization/service.ts';
import { agreedWords } from '../phone-signing/service.ts';
import { recordingConsents } from '../video-rooms/service.ts';

export interface PartDeps {
  store: Store;
  vault: Vault;
}

/** Parts of a bundle by path. */
export type Parts = Map<string, Uint8Array>;

/** Parts stored for a bundle, in Base64. */
const Stored = z.record(z.string(), z.base64());
const placeOf = (matterId: string): string => `deed_bundle/${matterId}`;

const timeDigits = 12;
const bundleKey = /^matters\/[^/]+\/bundle\/([0-9a-f]{12})[0-9a-f]{16}\/sealed$/;

/** When a bundle's file was stored; null for other files of a matter. */
export function keptAtOf(key: string): Date | null {
  const time = bundleKey.exec(key)?.[1];
  return time === undefined ? null : new Date(Number.parseInt(time, 16));
}

/** Stores a bundle's own parts as one encrypted file, effective once a row names it. @returns its key */
export async function keepParts({ store, vault }: PartDeps, matterId: string, parts: Parts): Promise<string> {
  const stored = Object.fromEntries([...parts].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]));
  const time = Date.now().toString(16).padStart(timeDigits, '0');
  const key = `matters/${matterId}/bundle/${time}${randomBytes(8).toString('hex')}/sealed`;
  await store.put(key, vault.encryptBytes(Buffer.from(JSON.stringify(stored)), placeOf(matterId)));
  return key;
}

export async function readParts({ store, vault }: PartDeps, matterId: string, key: string): Promise<Parts> {
  const stored = Stored.parse(JSON.parse(vault.decryptBytes(await store.bytes(key), placeOf(matterId)).toString()));
  return new Map(Object.entries(stored).map(([path, one]) => [path, Buffer.from(one, 'base64')]));
}

/** Removes a file that no row references. */
export const dropParts = ({ store }: Pick<PartDeps, 'store'>, key: string): Promise<void> =>
  removeUnlessRetained(store, key.slice(0, key.lastIndexOf('/') + 1));

/** The documents of a matter by their paths in the bundle. */
export async function documentParts(db: Client, deps: PartDeps, matterId: string): Promise<Parts> {
  const files = await deedFiles(db, deps, matterId);
  return new Map(files.map(({ document, pdf }) => [matterPaths.document(document.kind), pdf]));
}

/**
 * Words of consent, and the strokes of parties who consented to their inclusion. Strokes of other parties stay with the
 * office, and the journal has their digests.
 */
export async function contentParts(db: Client, matterId: string): Promise<Parts> {
  const parts: Parts = new Map();
  const agreed = await agreedWords(db, matterId);
  for (const words of [...agreed.map((one) => one.words), ...(await recordingConsents(db, matterId))]) {
    const bytes = Buffer.from(words);
    parts.set(matterPaths.consent(sha256Hex(bytes)), bytes);
  }
  const newest = new Map(agreed.map((one) => [one.partyId, one.sharesHandwriting]));
  for (const { partyId, strokes } of await findUsedHandwriting(db, matterId)) {
    if (!newest.get(partyId)) continue;
    const bytes = canonicalBytes(strokes);
    parts.set(matterPaths.handwriting(sha256Hex(bytes)), bytes);
  }
  return parts;
}

/** Entries of the ZIP, in order. */
export const entriesOf = (parts: Parts): KnownInput[] =>
  [...parts]
    .map(([name, bytes]) => ({
      name,
      size: bytes.length,
      crc32: crc32(bytes),
      read: async () => Readable.from([bytes]),
    }))
    .sort(byName);

export const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
