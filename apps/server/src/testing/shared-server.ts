import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folder of the embedded PostgreSQL that the test files of a run share; the first who needs it makes it. */
    sharedServer: string;
    /** Data folder as the first start of the product leaves it, for journeys to copy; the first who needs it makes it. */
    startedFolder: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tests-'));
  provide('sharedServer', join(folder, 'server'));
  provide('startedFolder', join(folder, 'started'));
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
