import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openCluster } from '../database/cluster.ts';
import { killServer, stopServer } from '../database/stale-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folder of the embedded PostgreSQL shared by the test files of a run; created by the first to need it. */
    sharedServer: string;
    /** Data folder after the product's first start, for journeys to copy; created by the first to need it. */
    startedFolder: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tests-'));
  const server = join(folder, 'server');
  provide('sharedServer', server);
  provide('startedFolder', join(folder, 'started'));
  return async () => {
    // It outlives the workers, which never stop it (testing/database.ts).
    if (existsSync(server)) await endServer(server);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}

/**
 * Ends the server of a folder that will be deleted, without the shutdown checkpoint, which takes long with hundreds of
 * databases.
 */
export async function endServer(folder: string): Promise<void> {
  const cluster = await openCluster(folder);
  await stopServer(cluster, 'SIGQUIT');
  // Only if it is still there: it must not run on without its files.
  await killServer(cluster);
}
