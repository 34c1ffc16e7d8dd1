import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Kept = z.object({ file: z.string(), sha256: z.string() });

/**
 * Returns the SHA-256 of a browser's executable, hex. Reading its 300 MB costs 1.5 CPU s, so the digest is cached in
 * `cacheFolder` while device, inode, size and times of the file stay the same: a process that writes to a file cannot
 * set its ctime.
 */
export async function executableDigest(path: string, cacheFolder: string | undefined): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  const file = [path, dev, ino, size, mtimeNs, ctimeNs].join(' ');
  const kept = cacheFolder && (await read(join(cacheFolder, 'browser.json')));
  if (kept && kept.file === file) return kept.sha256;
  const sha256 = await digestOf(path);
  if (cacheFolder) await write(cacheFolder, { file, sha256 });
  return sha256;
}

/** Returns null if the cache is missing or unreadable. */
async function read(path: string): Promise<z.infer<typeof Kept> | null> {
  try {
    return Kept.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Renames a complete file into place, because another node may write it at the same time. */
async function write(folder: string, kept: z.infer<typeof Kept>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `browser.json.${process.pid}`);
  await writeFile(temporary, JSON.stringify(kept), { mode: 0o600 });
  await rename(temporary, join(folder, 'browser.json'));
}

async function digestOf(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) sum.update(chunk);
  return sum.digest('hex');
}
