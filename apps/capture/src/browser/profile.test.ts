import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepLeftovers } from './profile.ts';

it('removes the folders of processes that are gone, and no others', async () => {
  const { pid: gone } = spawnSync('true');
  const left = [`proofkeep-profile-${gone}-abcdef`, `capture-${gone}-abcdef`];
  const others = [
    `proofkeep-profile-${process.pid}-abcdef`,
    `capture-${process.pid}-abcdef`,
    `capture-${gone}-of-mine`,
  ];
  const paths = [...left, ...others].map((name) => join(tmpdir(), name));
  for (const path of paths) await mkdir(join(path, 'inside'), { recursive: true });

  await sweepLeftovers();

  expect(paths.map(existsSync)).toEqual([false, false, true, true, true]);
  for (const path of paths) await rm(path, { recursive: true, force: true });
});
