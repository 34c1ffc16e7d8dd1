import { listExportGivenUpHours, listExportRows } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Statements } from '../../../database/database.ts';
import { newId } from '../../../database/ids.ts';
import { eachAlone } from '../../../kit/each-alone.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { sheetPieces } from '../../../spreadsheet/write.ts';
import type { Store } from '../../../store/store.ts';
import { resultHead, resultRow } from '../batch/sheets.ts';
import { countListed, listPages } from '../reading/list-store.ts';
import { summaryOf } from '../reading/summary.ts';
import { endListExport, failListExport, finishListExport } from './lifecycle.ts';
import { findListExport, findOverdueExports, isListExportId, type ListExportRow, setExportProgress } from './store.ts';

export interface ListExportDeps {
  database: Statements;
  store: Store;
}

/** Files of exported lists: `list-exports/<id>/<try>/list.xlsx`. */
const root = 'list-exports/';
const hourMs = 3_600_000;
const progressMs = 1_000;

/** It ended otherwise while it was written: the user cancelled it, or another try was first. */
class Ended extends Error {}

const hasEnded = (error: unknown): boolean =>
  error instanceof Ended || (error instanceof Refusal && error.code === 'STATE_FORBIDS');

/**
 * Writes the list into the store in constant memory, as it is at one moment, and makes it available. Safe to run twice and at the
 * same time: each try writes a file of its own, the first to finish wins, and the sweep removes the files of the others.
 */
export async function writeListExport({ database, store }: ListExportDeps, id: string): Promise<void> {
  const row = await findListExport(database.pool, id);
  if (row?.state !== 'preparing') return;
  const key = `${root}${id}/${await newId(database.pool)}/list.xlsx`;
  try {
    const written = await database.snapshot(async (db) => {
      const total = await countListed(db, scopeOf(row), queryOf(row), listExportRows + 1);
      if (total > listExportRows) return null;
      return { rows: total, sizeBytes: await putCounted(store, key, pieces(db, database.pool, row, total)) };
    });
    await database.transaction((db) =>
      written ? finishListExport(db, row, { key, ...written, now: new Date() }) : failListExport(db, row, 'too-long'),
    );
  } catch (error) {
    // Its file is removed by the sweep.
    if (!hasEnded(error)) throw error;
  }
}

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

/** @throws Ended within a second or two after the user cancelled it */
async function* pieces(db: Client, pool: Client, row: ListExportRow, total: number): AsyncGenerator<Uint8Array> {
  let done = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  async function* batches() {
    for await (const rows of listPages(db, scopeOf(row), queryOf(row))) {
      if (performance.now() - reportedAt >= progressMs) {
        if (!(await setExportProgress(pool, row.id, done, total))) throw new Ended();
        reportedAt = performance.now();
      }
      const first = done;
      done += rows.length;
      yield rows.map((one, at) => resultRow(summaryOf(one), first + at, row.language));
    }
  }
  yield* sheetPieces(resultHead(row.language), batches());
}

/** Ends overdue exports, and removes files that no export refers to any more. */
export async function sweepListExports({ database, store }: ListExportDeps, now: Date): Promise<void> {
  const givenUp = new Date(now.getTime() - listExportGivenUpHours * hourMs);
  const end = (row: ListExportRow) =>
    database
      .transaction((db) =>
        row.state === 'ready'
          ? endListExport(db, row, { event: 'expire', who: 'job' })
          : failListExport(db, row, 'given-up'),
      )
      .catch((error: unknown) => {
        // Another server was first.
        if (!hasEnded(error)) throw error;
      });
  const clean = async (prefix: string) => {
    const id = prefix.split('/').at(-2) ?? '';
    const row = isListExportId(id) ? await findListExport(database.pool, id) : undefined;
    if (row?.state === 'preparing') return;
    for (const tried of await store.folders(prefix))
      if (row?.state !== 'ready' || !row.key?.startsWith(tried)) await store.remove(tried);
    if (row?.state !== 'ready') await store.remove(prefix);
  };
  await eachAlone(
    [
      async () => eachAlone(await findOverdueExports(database.pool, now, givenUp), end),
      async () => eachAlone(await store.folders(root), clean),
    ],
    (work) => work(),
  );
}
