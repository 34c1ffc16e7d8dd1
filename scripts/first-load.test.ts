import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { firstLoadOf, type Manifest, manifestOf, routes } from '../bench/web/first-load.ts';

const out = fileURLToPath(new URL('../apps/web/dist', import.meta.url));
let manifest: Manifest;

/** KiB of JavaScript, gzipped, that a page may load before it stands. Lower one when a page became lighter. */
const budgets: Record<string, number> = {
  '/login': 166,
  '/registry': 154,
  '/resetPassword': 152,
  '/home': 255,
  '/website-show/query': 152,
  '/website-show/chain': 145,
  '/website-show/price': 145,
  '/website-show/service': 140,
  '/docs': 149,
  '/h5/authorize/{appId}': 152,
  '/exception': 134,
  'not found': 134,
};

beforeAll(() => {
  const build = fileURLToPath(new URL('build.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The site could not be built.');
  manifest = manifestOf(out);
});

it.each(Object.entries(budgets))('%s loads at most %i KiB of JavaScript', (page, budget) => {
  const { bytes } = firstLoadOf(out, manifest, routes[page] as string[]);

  expect(bytes / 1024).toBeLessThanOrEqual(budget);
});

it.each(['/login', '/home', '/website-show/query', '/website-show/price', '/exception'])('%s loads no zod', (page) => {
  const { files } = firstLoadOf(out, manifest, routes[page] as string[]);

  // A code of zod's issues, which no minifier changes.
  expect(files.filter((file) => readFileSync(join(out, file), 'utf8').includes('invalid_union'))).toEqual([]);
});
