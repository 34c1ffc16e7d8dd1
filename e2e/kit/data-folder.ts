import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { captureCache } from '../../apps/capture/src/testing/cache.ts';
import { startService } from './service.ts';

/**
 * Copies a data folder in its state after the first start. Creating keys and a database takes seconds, so this is done
 * once per run. Journeys about the first start begin without a folder.
 */
export async function newDataFolder(home: string): Promise<string> {
  const started = inject('startedFolder');
  if (!existsSync(started)) await startOnce(started);
  const folder = join(home, 'data');
  execFileSync('cp', ['-a', started, folder]);
  return folder;
}

async function startOnce(place: string): Promise<void> {
  const draft = mkdtempSync(`${place}.`);
  mkdirSync(captureCache, { recursive: true });
  symlinkSync(captureCache, join(draft, 'cache'));
  const service = await startService({ dataDir: draft, environment: { CAPTURE_CONCURRENCY: '0' } });
  const code = await service.stop();
  if (code !== 0) throw new Error(`The service ended with ${code}.`);
  try {
    renameSync(draft, place);
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(place)) throw error;
    rmSync(draft, { recursive: true });
  }
}
