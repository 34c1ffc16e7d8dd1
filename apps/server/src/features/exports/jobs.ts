import { exportGivenUpHours } from '@proofkeep/contract';
import type { JobHandlers } from '../../jobs/jobs.ts';
import { eachAlone } from '../../kit/each-alone.ts';
import { endExport, failExport } from './lifecycle.ts';
import { type ExportRow, findExport, findOverdue, isExportId } from './store.ts';
import { type ExportDeps, exportsRoot, hasEnded, writeExport } from './write.ts';

const hourMs = 3_600_000;

/** Jobs about exports. Each is safe to run twice. */
export const exportJobs = (deps: ExportDeps): Pick<JobHandlers, 'export-data' | 'sweep-exports'> => ({
  'export-data': ({ id }) => writeExport(deps, id),
  'sweep-exports': () => sweepExports(deps, deps.clock()),
});

/**
 * Ends exports whose time is over, and removes files that no export refers to any more: of expired, discarded and failed ones,
 * and of tries that a crash cut off before their commit.
 */
export async function sweepExports(
  { database, store }: Pick<ExportDeps, 'database' | 'store'>,
  now: Date,
): Promise<void> {
  const givenUp = new Date(now.getTime() - exportGivenUpHours * hourMs);
  const end = (row: ExportRow) =>
    database
      .transaction((db) =>
        row.state === 'ready' ? endExport(db, row, { event: 'expire', who: 'job' }) : failExport(db, row, 'given-up'),
      )
      .catch((error: unknown) => {
        // Another server was first.
        if (!hasEnded(error)) throw error;
      });
  const clean = async (prefix: string) => {
    const id = prefix.split('/').at(-2) ?? '';
    const row = isExportId(id) ? await findExport(database.pool, id) : undefined;
    if (row?.state === 'preparing') return;
    for (const tried of await store.folders(prefix))
      if (row?.state !== 'ready' || !row.key?.startsWith(tried)) await store.remove(tried);
    if (row?.state !== 'ready') await store.remove(prefix);
  };
  await eachAlone(
    [
      async () => eachAlone(await findOverdue(database.pool, now, givenUp), end),
      async () => eachAlone(await store.folders(exportsRoot), clean),
    ],
    (work) => work(),
  );
}
