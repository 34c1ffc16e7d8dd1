// Builds the site if its sources have changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './replayer.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'apps', 'web');
const mark = join(site, 'dist', '.built-from');

const sources = [
  'package-lock.json',
  ...['index.html', 'vite.config.ts', 'build', 'src', 'public'].map((name) => `apps/web/${name}`),
  ...readdirSync(join(root, 'libs')).map((name) => `libs/${name}/src`),
].filter((path) => existsSync(join(root, path)));

function* filesUnder(path) {
  if (!statSync(join(root, path)).isDirectory()) yield path;
  else for (const name of readdirSync(join(root, path)).sort()) yield* filesUnder(`${path}/${name}`);
}

const digest = createHash('sha256');
for (const source of sources)
  for (const file of filesUnder(source))
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
const wanted = digest.digest('hex');

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
  console.log('build: building the site …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: site,
    stdio: 'inherit',
    // Without this, a build started by a test would contain React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    console.error('build: the site could not be built.');
    process.exit(1);
  }
  writeFileSync(mark, wanted);
}
