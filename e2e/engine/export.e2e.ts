import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofkeep, run } from '../kit/command.ts';

let site: Awaited<ReturnType<typeof startSampleSite>>;
let home: string;
let env: Record<string, string>;

beforeAll(async () => {
  site = await startSampleSite();
  home = mkdtempSync(join(tmpdir(), 'export-'));
  env = { DATA_DIR: join(home, 'data'), EGRESS_ALLOW: site.egressAllow.join(',') };
});

afterAll(async () => {
  await site.close();
  rmSync(home, { recursive: true, force: true });
});

describe('proofkeep preserve --out', () => {
  it('rejects a missing folder before it captures', async () => {
    const out = join(home, 'absent', 'evidence.zip');
    const result = await run(['preserve', `${site.httpOrigin}/article`, '--out', out], env);

    expect(result.code).toBe(2);
    expect(result.stderr).toContain(`Folder does not exist or is not writable: ${join(home, 'absent')}`);
    expect(readdirSync(home)).toEqual([]);
  });

  it('prints the number and the export command when the bundle cannot be written after the seal', async () => {
    const out = join(home, 'taken.zip');
    const { child, ended } = proofkeep(['preserve', `${site.httpOrigin}/article`, '--out', out], env);
    child.stderr?.once('data', () => writeFileSync(out, 'of another account'));
    const result = await ended;

    expect(result.code).toBe(2);
    const [, command, file] = /npx proofkeep (export \S+ --out (\S+))\n/.exec(result.stderr) ?? [];
    expect(file, result.stderr).toBe(out);
    expect(readFileSync(out, 'utf8')).toBe('of another account');

    rmSync(out);
    expect(await run(command?.split(' ') ?? [], env)).toMatchObject({ code: 0 });
    expect(await run(['verify', out], env)).toMatchObject({ code: 0 });
    expect(readdirSync(home).sort()).toEqual(['data', 'taken.zip']);
  }, 60_000);
});
