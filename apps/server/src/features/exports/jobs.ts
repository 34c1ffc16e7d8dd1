import { exportGivenUpHours } from '@proofkeep/contract';
import type { JobHandlers } from '../../jobs/jobs.ts';
import { endExport, failExport } from './lifecycle.ts';
import { findExport, findOverdue } from './store.ts';
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
  for (const row of await findOverdue(database.pool, now, givenUp))
    await database
      .transaction((db) =>
        row.state === 'ready' ? endExport(db, row, { event: 'expire', who: 'job' }) : failExport(db, row, 'given-up'),
      )
      .catch((error: unknown) => {
        // Another server was first.
        if (!hasEnded(error)) throw error;
      });
  for (const prefix of await store.folders(exportsRoot)) {
    const row = await findExport(database.pool, prefix.split('/').at(-2) ?? '');
    if (row?.state === 'preparing') continue;
    for (const tried of await store.folders(prefix))
      if (row?.state !== 'ready' || !row.key?.startsWith(tried)) await store.remove(tried);
    if (row?.state !== 'ready') await store.remove(prefix);
  }
}
