import type { JobHandlers } from '../../jobs/jobs.ts';
import { sweepPreparedFiles } from '../../jobs/prepared-files.ts';
import { type ExportDeps, exportFiles, writeExport } from './write.ts';

/** Jobs about exports. Each is safe to run twice. */
export const exportJobs = (deps: ExportDeps): Pick<JobHandlers, 'export-data' | 'sweep-exports'> => ({
  'export-data': ({ id }) => writeExport(deps, id),
  'sweep-exports': () => sweepPreparedFiles(deps, exportFiles, deps.clock()),
});
