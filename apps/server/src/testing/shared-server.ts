import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

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
  provide('sharedServer', join(folder, 'server'));
  provide('startedFolder', join(folder, 'started'));
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
