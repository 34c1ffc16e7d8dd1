import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { EvidenceFolder, placesOf } from './evidence-folder.ts';

/** Paths that fsync(2) was called for. */
const synced = vi.hoisted(() => new Set<string>());

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  const open: typeof fs.open = async (path, ...rest) => {
    const file = await fs.open(path, ...rest);
    const sync = file.sync.bind(file);
    file.sync = async () => {
      await sync();
      synced.add(String(path));
    };
    return file;
  };
  return { ...fs, open };
});

const home = mkdtempSync(join(tmpdir(), 'evidence-'));
afterAll(() => rm(home, { recursive: true }));

it('makes every file and every name in every folder lasting, up to the data folder', async () => {
  const [dataDir, from] = [join(home, 'data'), join(home, 'work')];
  mkdirSync(join(from, 'frames/1'), { recursive: true });
  mkdirSync(dataDir);
  for (const name of ['report.json', 'frames/0.html', 'frames/1/0.html']) writeFileSync(join(from, name), name);
  const folder = new EvidenceFolder(placesOf(dataDir, 'PK1').sealed);

  await folder.adopt(from);
  await folder.write('proof/leaf.json', Buffer.from('{}'));

  const moved = [...synced].map((path) => path.replace(from, folder.at('data')).replace(/\.tmp$/, ''));
  const made = readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name)));
  const lasting = [dataDir, ...made].filter((path) => moved.includes(path)).map((path) => relative(dataDir, path));
  expect(lasting.sort()).toEqual(['', ...made.map((path) => relative(dataDir, path))].sort());
  expect(statSync(folder.at('data/frames/1/0.html')).mode & 0o777).toBe(0o400);
});
