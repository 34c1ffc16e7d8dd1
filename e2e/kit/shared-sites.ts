import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { commandLineOf, processes } from './processes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder for the data of services that journeys share (shared-web.ts) and, in `pids`, their process ids. */
    sharedSites: string;
  }
}

const stopLimitMs = 20_000;

/** Ends the services that journeys shared: they outlive the workers that started them. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sites-'));
  await mkdir(join(folder, 'pids'));
  provide('sharedSites', folder);
  return async () => {
    const pids = (await readdir(join(folder, 'pids'))).map(Number);
    for (const pid of pids) kill(pid, 'SIGINT');
    const ofFolder = () => processes().filter((pid) => pids.includes(pid) || commandLineOf(pid).includes(folder));
    for (const until = Date.now() + stopLimitMs; ofFolder().length > 0 && Date.now() < until; ) await sleep(100);
    for (const pid of ofFolder()) kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
