import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeOwnFolder, sweepLeftovers } from './own-folder.ts';

const modulePath = new URL('./own-folder.ts', import.meta.url).href;
let temporary: string;
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'shared-'));
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true });
});

/** Starts another process that owns a folder with a file in it. */
async function ownerOfFolder() {
  const script = `const { path } = await (await import(process.argv[1])).makeOwnFolder();
    (await import('node:fs')).writeFileSync(path + '/inside', 'x'); console.log(path); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, modulePath], {
    env: { ...process.env, TMPDIR: temporary },
  });
  const [line] = await once(child.stdout, 'data');
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { path: String(line).trim(), kill };
}

describe('a temporary folder', () => {
  it('is kept while its process lives, and swept once that process was killed', async () => {
    const owner = await ownerOfFolder();

    await sweepLeftovers();
    expect(existsSync(join(owner.path, 'inside'))).toBe(true);
    await owner.kill();
    await sweepLeftovers();

    expect(existsSync(owner.path)).toBe(false);
  });

  it('is removed by its process with all its contents', async () => {
    const folder = await makeOwnFolder();
    mkdirSync(join(folder.path, 'profile'));

    await sweepLeftovers();
    expect(existsSync(join(folder.path, 'profile'))).toBe(true);
    await folder.remove();

    expect(existsSync(folder.path)).toBe(false);
  });

  it('is not swept if it has no lock, or a name that is not ours', async () => {
    const [other, unlocked] = [join(temporary, 'pk-of-mine'), join(temporary, 'pk-1-abcdef')];
    for (const path of [other, unlocked]) mkdirSync(path);
    writeFileSync(join(unlocked, 'file'), '');

    await sweepLeftovers();

    expect([other, unlocked].map(existsSync)).toEqual([true, true]);
  });
});
