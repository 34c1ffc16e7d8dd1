import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnchorsFile, readAnchorsFile } from '@proofkeep/bundle';
import { replaceFile } from './durable-file.ts';
import { SealError } from './error.ts';

type Anchors = Pick<AnchorsFile, 'roots' | 'logs'>;

/**
 * Adds the given anchors to `<folder>/anchors.json` (`{ v: 1, roots, logs }`, 0644) and keeps those an operator added.
 * @throws SealError `ANCHORS_UNREADABLE` if the existing file is not of this form
 */
export async function publishAnchors(folder: string, own: Anchors): Promise<void> {
  const path = join(folder, 'anchors.json');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const kept = await readAnchors(path);
  const roots = union(kept.roots, own.roots);
  const logs = union(kept.logs, own.logs);
  if (roots.length === kept.roots.length && logs.length === kept.logs.length) return;
  await replaceFile(path, `${JSON.stringify({ v: 1, roots, logs }, null, 2)}\n`, 0o644);
}

async function readAnchors(path: string): Promise<Anchors> {
  try {
    return readAnchorsFile(await readFile(path, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { roots: [], logs: [] };
    throw new SealError('ANCHORS_UNREADABLE', `${path}: ${(cause as Error).message}`, cause);
  }
}

const union = (first: readonly string[], second: readonly string[]): string[] => [...new Set([...first, ...second])];
