import type { Client } from '../../../database/client.ts';
import type { Store } from '../../../store/store.ts';
import { evidenceRoot, isCertificateFolder, lastFolder } from '../../evidence/service.ts';
import { findPlaces, type PlaceRow } from './store.ts';

export interface UnknownEvidence {
  ano: string;
  /** A prefix in the store. */
  key: string;
  /** English sentence. */
  detail: string;
}

const atOnce = 100;

/**
 * Finds evidence that only the store knows: of attestations missing from the database, retained evidence without a
 * certificate in the database, and certificates beside the one that the database names. These remain if a database is
 * restored from a backup older than the store; users may have bundles made from them.
 */
export async function* unknownEvidence(db: Client, store: Store): AsyncIterable<UnknownEvidence> {
  // Lists the store before reading the database: an attestation gets its row before its first file.
  const folders = await store.folders(evidenceRoot);
  for (let i = 0; i < folders.length; i += atOnce) {
    const places = new Map<string, string[]>();
    for (const folder of folders.slice(i, i + atOnce)) places.set(lastFolder(folder), await store.folders(folder));
    const rows = new Map((await findPlaces(db, [...places.keys()])).map((row) => [row.ano, row]));
    for (const [ano, ofOne] of places)
      for (const place of ofOne)
        for (const { key, detail } of await unknownAt(store, place, rows.get(ano))) yield { ano, key, detail };
  }
}

async function unknownAt(store: Store, place: string, row: PlaceRow | undefined) {
  if (!row) return [{ key: place, detail: 'the database has no attestation of this number' }];
  const until = await store.retainedUntil(place);
  // Files of an abandoned lease, of a running capture, or of a certificate that isn't committed yet.
  if (!until) return [];
  const detail = `it is retained until ${until.toISOString()}, and the database does not know that it was certified`;
  if (!row.certifiedPlace?.startsWith(place)) return [{ key: place, detail }];
  const certificates = (await store.folders(place)).filter(isCertificateFolder);
  return certificates
    .filter((folder) => !row.certifiedPlace?.startsWith(folder))
    .map((key) => ({ key, detail: 'the database names another certificate' }));
}
