// Exports results to Excel: `node bench/list/sheet.ts [rows]`. Reads the list of an account in pages, like the
// download, and writes the file; prints the durations and the longest time for which the event loop was blocked.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { resultHead, resultRow } from '../../apps/server/src/features/attestations/batch/sheets.ts';
import { listPages } from '../../apps/server/src/features/attestations/reading/list-store.ts';
import { summaryOf } from '../../apps/server/src/features/attestations/reading/summary.ts';
import { insertAccount } from '../../apps/server/src/features/identity/store.ts';
import { sheetPieces } from '../../apps/server/src/spreadsheet/write.ts';
import { printTable } from '../kit/table.ts';

const count = Number(process.argv[2] ?? 10_000);
const home = await mkdtemp(join(tmpdir(), 'bench-sheet-'));
const database = await openDatabase({ DATA_DIR: home, DATABASE_URL: undefined });
try {
  const row = { phone: '13900001000', name: 'bench', passwordHash: '', language: 'zh' } as const;
  const login = await database.transaction((db) => insertAccount(db, row));
  if (!login) throw new Error('The account could not be made.');
  // As in a batch, ten thousand rows share one time.
  await database.pool.query(
    `insert into attestation (ano, account_id, login_id, person_id, url, name, title, labels, state, job, created_at, changed_at)
     select 'PK' || lpad(n::text, 18, '0'), $1, $2, $2, 'https://example.com/product/' || n, '商品 ' || n, 'page ' || n,
       array['侵权'], 'succeeded', '{}', batch.at, batch.at from generate_series(1, $3::int) n
     cross join lateral (select timestamptz '2026-11-20' + n / 10000 * interval '1 minute' as at) batch`,
    [login.accountId, login.id, count],
  );
  await database.pool.query('vacuum (analyze) attestation');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let [readMs, sizeBytes, at] = [0, 0, 0];
  async function* batches() {
    let begun = performance.now();
    for await (const rows of listPages(database.pool, { accountId: login?.accountId ?? '', loginId: null }, {})) {
      readMs += performance.now() - begun;
      yield rows.map((one) => resultRow(summaryOf(one), at++, 'zh'));
      begun = performance.now();
    }
  }
  const begun = performance.now();
  for await (const piece of sheetPieces(resultHead('zh'), batches())) sizeBytes += piece.length;
  const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  printTable(
    ['rows', 'in all', 'reading', 'file', 'longest block'],
    [
      [
        String(at),
        inSeconds(performance.now() - begun),
        inSeconds(readMs),
        `${(sizeBytes / 2 ** 20).toFixed(1)} MiB`,
        `${Math.round(delay.max / 1e6)} ms`,
      ],
    ],
  );
} finally {
  await database.close();
  await rm(home, { recursive: true, force: true });
}
