import { randomBytes } from 'node:crypto';
import { link, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '@proofkeep/bundle/node';
import { writeDurably } from './durable.ts';

/**
 * Returns 32 random bytes as base64url, created once in a file that only its owner can read. Concurrent first callers
 * all get the secret that ends up in the file.
 */
export async function ownSecret(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const secret = randomBytes(32).toString('base64url');
  await writeDurably(draft, Buffer.from(`${secret}\n`), { file: 0o600, folder: 0o700 });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  await syncFolder(dirname(path));
  return (await readFile(path, 'utf8')).trim();
}
