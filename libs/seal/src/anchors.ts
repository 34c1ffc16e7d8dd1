import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './durable-file.ts';
import { SealError } from './error.ts';

/** What a verifier trusts: PEM root certificates and C2SP verifier keys of logs. */
export interface Anchors {
  readonly roots: readonly string[];
  readonly logs: readonly string[];
}

/**
 * Makes sure that `<folder>/anchors.json` (`{ v: 1, roots, logs }`, 0644) names the given anchors. Others in it, which an
 * operator added, stay. Throws `ANCHORS_UNREADABLE` when the file there is not of this form.
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
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new SealError('ANCHORS_UNREADABLE', `${path} cannot be read`, cause);
  });
  if (text === undefined) return { roots: [], logs: [] };
  try {
    const value: unknown = JSON.parse(text);
    if (isAnchors(value)) return value;
  } catch (cause) {
    throw new SealError('ANCHORS_UNREADABLE', `${path} is not JSON`, cause);
  }
  throw new SealError('ANCHORS_UNREADABLE', `${path} is not { v: 1, roots: [PEM], logs: [vkey] }`);
}

const isAnchors = (value: unknown): value is Anchors =>
  typeof value === 'object' &&
  value !== null &&
  'v' in value &&
  value.v === 1 &&
  'roots' in value &&
  isTexts(value.roots) &&
  'logs' in value &&
  isTexts(value.logs);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const union = (first: readonly string[], second: readonly string[]): string[] => [...new Set([...first, ...second])];
