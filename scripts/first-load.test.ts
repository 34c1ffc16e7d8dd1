import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { pages } from '../apps/web/build/pages.ts';
import { firstLoadOf, type Manifest, manifestOf } from '../bench/web/first-load.ts';

const out = fileURLToPath(new URL('../apps/web/dist', import.meta.url));
let manifest: Manifest;

/** KiB of JavaScript, gzipped, that a page may load before it is shown. Lower a limit when its page becomes lighter. */
const budgets: Record<string, number> = {
  '/login': 151,
  '/registry': 145,
  '/resetPassword': 145,
  '/home': 225,
  '/website-show/query': 148,
  '/website-show/chain': 140,
  '/website-show/price': 143,
  '/website-show/service': 140,
  '/docs': 138,
  '/h5/authorize/{appId}': 141,
  '/record': 146,
  '/h5sign/login/{nid}': 140,
  '/h5sign/enter/{nid}': 140,
  '/h5sign/identity-one/{nid}': 140,
  '/h5sign/identity-two/{nid}': 140,
  '/h5sign/identity-three/{nid}': 140,
  '/h5sign/identity-four/{nid}': 140,
  '/h5sign/objective/{nid}': 140,
  '/h5sign/objective-video/{nid}': 140,
  '/h5sign/objective-result/{nid}': 140,
  '/h5sign/verify/{nid}': 140,
  '/h5sign/verify-result/{nid}': 140,
  '/h5sign/sign/{nid}': 140,
  '/h5sign/sign-result/{nid}': 140,
  '/h5sign/user-verification': 140,
  '/h5sign/user-verification/result': 140,
  '/h5video/login/{nid}/{phone}/{type}': 140,
  '/h5video/identity/{nid}': 140,
  '/h5video/verify/{nid}': 140,
  '/h5video/verify-result/{nid}': 140,
  '/h5video/room/{nid}': 140,
  '/h5video/end': 140,
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
  const { bytes } = firstLoadOf(out, manifest, pages[page]?.modules ?? []);

  expect(bytes / 1024).toBeLessThanOrEqual(budget);
});

it.each(Object.keys(budgets))('%s loads its JavaScript in at most 12 files', (page) => {
  const { files } = firstLoadOf(out, manifest, pages[page]?.modules ?? []);

  expect(files.length).toBeLessThanOrEqual(12);
});

it('/home loads its JavaScript in at most 8 files', () => {
  const { files } = firstLoadOf(out, manifest, pages['/home']?.modules ?? []);

  expect(files.length).toBeLessThanOrEqual(8);
});

it('every page loads its JavaScript in at most 30 files', () => {
  const counts = Object.entries(pages).map(([page, { modules }]) => ({
    page,
    files: firstLoadOf(out, manifest, modules).files.length,
  }));

  expect(counts.filter(({ files }) => files > 30)).toEqual([]);
});

it('compresses every script and style sheet of more than 1 KiB', () => {
  const files = readdirSync(join(out, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  const large = files.filter((name) => statSync(join(out, 'assets', name)).size >= 1_024);

  expect(large.length).toBeGreaterThan(50);
  for (const name of large) {
    const plain = readFileSync(join(out, 'assets', name));
    expect(brotliDecompressSync(readFileSync(join(out, 'assets', `${name}.br`))).equals(plain)).toBe(true);
    expect(gunzipSync(readFileSync(join(out, 'assets', `${name}.gz`))).equals(plain)).toBe(true);
  }
});

it.each(['/login', '/home', '/website-show/query', '/website-show/price', '/exception'])('%s loads no zod', (page) => {
  const { files } = firstLoadOf(out, manifest, pages[page]?.modules ?? []);

  // A code of zod's issues, which no minifier changes.
  expect(files.filter((file) => readFileSync(join(out, file), 'utf8').includes('invalid_union'))).toEqual([]);
});
