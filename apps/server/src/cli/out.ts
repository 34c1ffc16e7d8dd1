import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './usage.ts';
import type { Words } from './words.ts';

/** Checks the output path before any work starts. @throws UsageError if the file exists or its folder is not writable */
export function outFile(option: string, words: Words): string {
  const out = resolve(option);
  if (existsSync(out)) throw new UsageError(`${words.say('outExists')}: ${out}`);
  const folder = dirname(out);
  if (!isWritableFolder(folder)) throw new UsageError(`${words.say('outFolder')}: ${folder}`);
  return out;
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
