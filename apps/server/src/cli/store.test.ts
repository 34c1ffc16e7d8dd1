import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { certify } from '../features/attestations/sealing/certify.ts';
import { useInstallation } from '../features/attestations/testing/test-installation.ts';

const command = fileURLToPath(new URL('../../bin/proofkeep.mjs', import.meta.url));
const given = useInstallation();
let ano: string;

beforeAll(async () => {
  ano = await given.sealed();
  await certify(given.installation, ano);
});

const check = (...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const { DATA_DIR, DATABASE_URL } = given.installation.config;
    const env = { PATH: process.env.PATH, LANG: 'en_US.UTF-8', DATA_DIR, DATABASE_URL };
    execFile(process.execPath, [command, 'store', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

describe('proofkeep store check', () => {
  it('confirms in the chosen language that all evidence is unchanged', async () => {
    expect(await check('check')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('✓ All evidence is unchanged'),
    });
    expect(await check('check', '--lang', 'zh')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('✓ 证据文件完好'),
    });
  });

  it('exits with 1 and names a missing file', async () => {
    const key = `evidence/${ano}/0/data/screenshot/full.png`;
    const path = join(given.dataDir, 'store', key);
    await rename(path, `${path}.away`);
    const report = await check('check');
    const asJson = await check('check', '--json');
    await rename(`${path}.away`, path);

    expect(report).toMatchObject({ code: 1, stdout: expect.stringContaining(`✗ ${ano}  ${key}  file is missing`) });
    const [problem, summary] = asJson.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(problem).toMatchObject({ ano, key, problem: 'missing' });
    expect(summary).toMatchObject({ attestations: 1, problems: 1 });
  });

  it('rejects an unknown subcommand', async () => {
    expect(await check('mend')).toMatchObject({ code: 2, stderr: expect.stringContaining('store check') });
  });
});
