import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executableDigest } from './executable-digest.ts';

let folder: string;
let program: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'digest-'));
  program = join(folder, 'program');
  await writeFile(program, 'first');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the digest of the browser', () => {
  it('equals the digest of the file, cached or not', async () => {
    const cache = join(folder, 'cache');

    for (const where of [undefined, cache, cache]) expect(await executableDigest(program, where)).toBe(sha256('first'));
    expect(await readdir(cache)).toEqual(['browser.json']);
  });

  it('is recomputed when the file was written, even if its size and date are unchanged', async () => {
    const date = new Date('2026-01-01T00:00:00Z');
    await utimes(program, date, date);
    await executableDigest(program, folder);

    await writeFile(program, 'other');
    await utimes(program, date, date);

    expect(await executableDigest(program, folder)).toBe(sha256('other'));
  });

  it('is recomputed when the cache cannot be read', async () => {
    await writeFile(join(folder, 'browser.json'), '{"file"');

    expect(await executableDigest(program, folder)).toBe(sha256('first'));
  });
});
