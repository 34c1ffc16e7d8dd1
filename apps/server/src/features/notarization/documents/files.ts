import { randomBytes } from 'node:crypto';
import type { Vault } from '../../../kit/vault.ts';
import { removeUnlessRetained, type Store } from '../../../store/store.ts';
import type { DocumentContent } from './draw.ts';

/** Where document files are stored. */
export interface FileDeps {
  store: Store;
  vault: Vault;
}

/** Words of a document, without what only its paper form has. */
export type DocumentWords = Pick<DocumentContent, 'title' | 'no' | 'sections'>;

const textPlaceOf = (documentId: string): string => `matter_document.text/${documentId}`;

export const encryptWords = (vault: Vault, documentId: string, { title, no, sections }: DocumentWords): Buffer =>
  vault.encrypt(JSON.stringify({ title, no, sections }), textPlaceOf(documentId));

export const decryptWords = (vault: Vault, documentId: string, encrypted: Buffer): DocumentWords =>
  JSON.parse(vault.decrypt(encrypted, textPlaceOf(documentId))) as DocumentWords;

const timeDigits = 12;
const documentKey = /^matters\/[^/]+\/[0-9a-f-]{36}\/([0-9a-f]{12})[0-9a-f]{16}\/sealed$/;

/** When the file of a document was stored; null for other files of a matter. */
export function keptAtOf(key: string): Date | null {
  const time = documentKey.exec(key)?.[1];
  return time === undefined ? null : new Date(Number.parseInt(time, 16));
}

const placeOf = (documentId: string): string => `matter_document/${documentId}`;

/**
 * Stores a document's file, encrypted, under a new key: files are never overwritten. It becomes effective once a row
 * names it; a crash before that leaves an unreferenced file. @returns its key
 */
export async function keepFile(
  { store, vault }: FileDeps,
  o: { matterId: string; documentId: string; pdf: Uint8Array },
): Promise<string> {
  const time = Date.now().toString(16).padStart(timeDigits, '0');
  const key = `matters/${o.matterId}/${o.documentId}/${time}${randomBytes(8).toString('hex')}/sealed`;
  await store.put(key, vault.encryptBytes(o.pdf, placeOf(o.documentId)));
  return key;
}

export async function readFile(
  { store, vault }: FileDeps,
  { id, fileKey }: { id: string; fileKey: string },
): Promise<Buffer> {
  return vault.decryptBytes(await store.bytes(fileKey), placeOf(id));
}

/** Removes a file that no row references. */
export const dropFile = ({ store }: Pick<FileDeps, 'store'>, key: string): Promise<void> =>
  removeUnlessRetained(store, key.slice(0, key.lastIndexOf('/') + 1));
