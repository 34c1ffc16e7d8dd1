import { type KnownInput, zipChunks, zipSize } from '@proofkeep/bundle/node';
import { type DataExportFailure, exportBytes } from '@proofkeep/contract';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/ids.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Store } from '../../store/store.ts';
import { bundleFiles } from './bundles.ts';
import { exportedRows, findCertified } from './content-store.ts';
import { failExport, finishExport } from './lifecycle.ts';
import { type ExportRow, findExport, setProgress } from './store.ts';
import { tableFiles } from './tables.ts';

export interface ExportDeps {
  database: Database;
  store: Store;
  publicUrl: string;
  /** Whether that many bytes more can be written while running captures still have their space. */
  hasSpaceFor: (bytes: number) => Promise<boolean>;
  clock: () => Date;
}

/** Files of exports: `exports/<id>/<try>/data.zip`. */
export const exportsRoot = 'exports/';
const progressMs = 1_000;

/** The export ended otherwise while it was written: the holder cancelled it, or another try was first. */
class Ended extends Error {}

export const hasEnded = (error: unknown): boolean =>
  error instanceof Ended || (error instanceof Refusal && error.code === 'STATE_FORBIDS');

/**
 * Writes the file of an export into the store, in constant memory, and makes it available. Safe to run twice and at the same
 * time: each try writes a file of its own, the first to finish wins, and the sweep removes the files of the others. After a
 * crash the next try begins again.
 */
export async function writeExport(deps: ExportDeps, id: string): Promise<void> {
  const { database, store, clock } = deps;
  const row = await findExport(database.pool, id);
  if (row?.state !== 'preparing') return;
  const { files, failure } = await contentOf(deps, row);
  if (failure) return database.transaction((db) => failExport(db, row, failure));
  const sizeBytes = zipSize(files);
  const key = `${exportsRoot}${id}/${await newId(database.pool)}/data.zip`;
  try {
    await store.put(key, countedChunks(deps, row, files, sizeBytes));
    await database.transaction((db) => finishExport(db, row, { key, sizeBytes, now: clock() }));
  } catch (error) {
    // Its file is removed by the sweep.
    if (!hasEnded(error)) throw error;
  }
}

async function contentOf(
  { database, store, publicUrl, hasSpaceFor, clock }: ExportDeps,
  row: ExportRow,
): Promise<{ files: KnownInput[]; failure: DataExportFailure | null }> {
  const { rows, certified } = await database.snapshot(async (db) => ({
    rows: await exportedRows(db, { ...row, publicUrl }),
    certified: row.withBundles ? await findCertified(db, row.accountId) : [],
  }));
  const bundles = await bundleFiles(store, certified);
  const tables = tableFiles(rows, { now: clock(), bundles: bundles.files.length, missing: bundles.missing });
  const files = [...tables, ...bundles.files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const size = zipSize(files);
  const failure = size > exportBytes ? 'too-large' : (await hasSpaceFor(size)) ? null : 'no-space';
  return { files, failure };
}

/** @throws Ended within a second after the holder cancelled it */
async function* countedChunks(
  { database }: ExportDeps,
  { id }: ExportRow,
  files: readonly KnownInput[],
  totalBytes: number,
): AsyncGenerator<Uint8Array> {
  let doneBytes = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  for await (const chunk of zipChunks(files)) {
    if (performance.now() - reportedAt >= progressMs) {
      if (!(await setProgress(database.pool, id, doneBytes, totalBytes))) throw new Ended();
      reportedAt = performance.now();
    }
    doneBytes += chunk.length;
    yield chunk;
  }
}
