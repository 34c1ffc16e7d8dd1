import type { JobName, JobOf } from '@proofkeep/contract';
import { isLongTest } from '@proofkeep/fakes';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { openJobs } from '../../apps/server/src/jobs/jobs.ts';

/**
 * Enqueues a job that the service on the data folder runs every minute, so that a journey doesn't wait for the minute.
 * At full length it waits, which tests the schedule, too.
 */
export async function runMinuteJob<Name extends JobName>(
  dataDir: string,
  name: Name,
  payload: JobOf<Name>,
): Promise<void> {
  if (isLongTest) return;
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  try {
    const jobs = await openJobs(database, { onError: () => {} });
    await database.transaction((db) => jobs.send(db, name, payload));
    await jobs.close();
  } finally {
    await database.close();
  }
}
