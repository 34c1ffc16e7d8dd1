// Prints the first-load JavaScript of every page of the site: `node bench/web/run.ts`
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages } from '../../apps/web/build/pages.ts';
import { printTable } from '../kit/table.ts';
import { firstLoadOf, manifestOf } from './first-load.ts';

const out = mkdtempSync(join(tmpdir(), 'bench-web-'));
try {
  build();
  const manifest = manifestOf(out);
  const always = firstLoadOf(out, manifest, []);
  printTable(
    ['page', 'first load, KiB gzipped', 'of it the page’s own', 'files'],
    [
      ['every page', kib(always.bytes), '', String(always.files.length)],
      ...Object.entries(pages).map(([path, { modules }]) => {
        const { bytes, files } = firstLoadOf(out, manifest, modules);
        return [path, kib(bytes), kib(bytes - always.bytes), String(files.length)];
      }),
    ],
  );
} finally {
  rmSync(out, { recursive: true, force: true });
}

function build(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--outDir', out, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: join(root, 'apps', 'web'), stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) throw new Error('The site could not be built.');
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(0);
}
