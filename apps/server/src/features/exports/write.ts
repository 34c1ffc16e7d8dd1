import { type KnownInput, zipChunks, zipSize } from '@proofkeep/bundle/node';
import { type DataExportFailure, exportBytes, exportGivenUpHours } from '@proofkeep/contract';
import type { Database } from '../../database/database.ts';
import { type PreparedFiles, prepareFile, reportProgress } from '../../jobs/prepared-files.ts';
import type { Store } from '../../store/store.ts';
import { bundleFiles } from './bundles.ts';
import { exportedRows, findCertified } from './content-store.ts';
import { endExport, failExport, finishExport } from './lifecycle.ts';
import { type ExportRow, findExport, findOverdue, setProgress } from './store.ts';
import { tableFiles } from './tables.ts';

export interface ExportDeps {
  database: Database;
  store: Store;
  publicUrl: string;
  /** Whether this many more bytes can be written without taking the space of running captures. */
  hasSpaceFor: (bytes: number) => Promise<boolean>;
  clock: () => Date;
}

/** Exports: `exports/<id>/<try>/data.zip`. */
export const exportFiles: PreparedFiles<ExportRow> = {
  root: 'exports/',
  fileName: 'data.zip',
  givenUpHours: exportGivenUpHours,
  find: findExport,
  findOverdue,
  expire: (db, row) => endExport(db, row, { event: 'expire', who: 'job' }),
  giveUp: (db, row) => failExport(db, row, 'given-up'),
};

/** Writes the file of an export into the store, in constant memory, and makes it available. */
export const writeExport = (deps: ExportDeps, id: string): Promise<void> =>
  prepareFile(deps, exportFiles, id, async (row, key) => {
    const { files, failure } = await contentOf(deps, row);
    if (failure) return (db) => failExport(db, row, failure);
    const sizeBytes = zipSize(files);
    await deps.store.put(key, countedChunks(deps, row, files, sizeBytes));
    return (db) => finishExport(db, row, { key, sizeBytes, now: deps.clock() });
  });

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

async function* countedChunks(
  { database }: ExportDeps,
  { id }: ExportRow,
  files: readonly KnownInput[],
  totalBytes: number,
): AsyncGenerator<Uint8Array> {
  let doneBytes = 0;
  const report = reportProgress((bytes) => setProgress(database.pool, id, bytes, totalBytes));
  for await (const chunk of zipChunks(files)) {
    await report(doneBytes);
    doneBytes += chunk.length;
    yield chunk;
  }
}
