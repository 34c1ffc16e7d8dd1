import { listExportGivenUpHours, listExportRows } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Statements } from '../../../database/database.ts';
import { type PreparedFiles, prepareFile, reportProgress, sweepPreparedFiles } from '../../../jobs/prepared-files.ts';
import { sheetPieces } from '../../../spreadsheet/write.ts';
import type { Store } from '../../../store/store.ts';
import { resultHead, resultRow } from '../batch/sheets.ts';
import { countListed, listPages } from '../reading/list-store.ts';
import { summaryOf } from '../reading/summary.ts';
import { endListExport, failListExport, finishListExport } from './lifecycle.ts';
import { findListExport, findOverdueExports, type ListExportRow, setExportProgress } from './store.ts';

export interface ListExportDeps {
  database: Statements;
  store: Store;
}

/** Exported lists: `list-exports/<id>/<try>/list.xlsx`. */
const files: PreparedFiles<ListExportRow> = {
  root: 'list-exports/',
  fileName: 'list.xlsx',
  givenUpHours: listExportGivenUpHours,
  find: findListExport,
  findOverdue: findOverdueExports,
  expire: (db, row) => endListExport(db, row, { event: 'expire', who: 'job' }),
  giveUp: (db, row) => failListExport(db, row, 'given-up'),
};

/** Writes the list into the store in constant memory, as it is at one moment, and makes it available. */
export const writeListExport = ({ database, store }: ListExportDeps, id: string): Promise<void> =>
  prepareFile({ database, store }, files, id, async (row, key) => {
    const written = await database.snapshot(async (db) => {
      const total = await countListed(db, scopeOf(row), queryOf(row), listExportRows + 1);
      if (total > listExportRows) return null;
      return { rows: total, sizeBytes: await putCounted(store, key, pieces(db, database.pool, row, total)) };
    });
    return (db) =>
      written ? finishListExport(db, row, { key, ...written, now: new Date() }) : failListExport(db, row, 'too-long');
  });

const scopeOf = ({ accountId, loginId, isOfAccount }: ListExportRow) => ({
  accountId,
  loginId: isOfAccount ? null : loginId,
});

const queryOf = ({ filter: { batchId, ...filter } }: ListExportRow) => ({ ...filter, submissionId: batchId });

async function putCounted(store: Store, key: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let sizeBytes = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      yield chunk;
    }
  }
  await store.put(key, counted());
  return sizeBytes;
}

async function* pieces(db: Client, pool: Client, row: ListExportRow, total: number): AsyncGenerator<Uint8Array> {
  let done = 0;
  const report = reportProgress((rows) => setExportProgress(pool, row.id, rows, total));
  async function* batches() {
    for await (const rows of listPages(db, scopeOf(row), queryOf(row))) {
      await report(done);
      const first = done;
      done += rows.length;
      yield rows.map((one, at) => resultRow(summaryOf(one), first + at, row.language));
    }
  }
  yield* sheetPieces(resultHead(row.language), batches());
}

/** Ends overdue exports, and removes files that no export refers to any more. */
export const sweepListExports = (deps: ListExportDeps, now: Date): Promise<void> =>
  sweepPreparedFiles(deps, files, now);
