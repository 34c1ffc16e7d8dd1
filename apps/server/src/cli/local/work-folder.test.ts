import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestFile } from '@proofkeep/bundle/node';
import type { Artifact } from '@proofkeep/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openFolderStore } from '../../store/folder-store.ts';
import { storeWorkFolder } from './work-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'hand-in-'));
afterAll(() => rm(home, { recursive: true }));

let workDir: string;
let artifacts: Artifact[];
beforeEach(async () => {
  workDir = mkdtempSync(join(home, 'work-'));
  const path = join(workDir, 'page.txt');
  writeFileSync(path, 'as it was');
  artifacts = [{ kind: 'text', path: 'page.txt', mediaType: 'text/plain', ...(await digestFile(path)) }];
});

const handed = async () =>
  storeWorkFolder(await openFolderStore(join(home, 'store')), { ano: 'PK1', fence: '0' }, { workDir, artifacts });

describe('storing the files of a work folder', () => {
  it.each([
    [
      'a file that is not listed',
      () => writeFileSync(join(workDir, 'half.png'), 'ha'),
      /left half.png, which it did not/,
    ],
    [
      'a link',
      () => symlinkSync('/etc/hostname', join(workDir, 'link.txt')),
      /link.txt is neither a file nor a folder/,
    ],
    ['a missing file', () => rm(join(workDir, 'page.txt')), /page.txt is not a file that the capture node left/],
    ['a changed file', () => writeFileSync(join(workDir, 'page.txt'), 'as it is!'), /not what was expected/],
  ])('refuses %s', async (_, spoil, reason) => {
    await spoil();

    await expect(handed()).rejects.toThrow(reason);
    const store = await openFolderStore(join(home, 'store'));
    expect(await store.list('evidence/')).toEqual([]);
  });
});
