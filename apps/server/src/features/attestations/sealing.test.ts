import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSource } from '@proofkeep/bundle/node';
import { readAnchors, verifyBundle } from '@proofkeep/verify';
import { describe, expect, it } from 'vitest';
import { placesOf } from './evidence-folder.ts';
import { exportBundle } from './export.ts';
import { type Captured, finishSealing, seal } from './sealing.ts';
import { useInstallation } from './testing/test-installation.ts';

const given = useInstallation();

describe('sealing', () => {
  it.each([
    [
      'a file that the capture node did not name',
      ({ workDir }: Captured) => writeFileSync(join(workDir, 'screenshot/half.png'), 'ha'),
      'left screenshot/half.png, which it did not name',
    ],
    [
      'a link',
      ({ workDir }: Captured) => symlinkSync('/etc/hostname', join(workDir, 'link.txt')),
      'link.txt is neither a file nor a folder',
    ],
    [
      'a file that is not there',
      ({ workDir }: Captured) => rm(join(workDir, 'screenshot/full.png')),
      'screenshot/full.png is not a file that the capture node left',
    ],
    [
      'a file that has changed',
      ({ workDir }: Captured) => writeFileSync(join(workDir, 'report.json'), '{}'),
      'report.json is not the file whose digest the capture node gave',
    ],
  ])('refuses %s', async (_, spoil, reason) => {
    const { ano, ...captured } = await given.capture();
    await spoil(captured);

    await expect(seal(given.installation, ano, captured, () => {})).rejects.toThrow(reason);
    expect(existsSync(placesOf(given.dataDir, ano).sealing)).toBe(false);
  });
});

describe('finishing a seal', () => {
  /** Number of the exported bundle, and what is wrong with it. */
  const verified = async (ano: string) => {
    const out = join(given.dataDir, `${ano}.zip`);
    await exportBundle(given.installation, ano, out);
    const source = await fileSource(out);
    const anchors = await readAnchors(await readFile(join(given.dataDir, 'trust/anchors.json'), 'utf8'));
    const { findings, facts } = await verifyBundle(source, anchors);
    await source.close();
    return { ano: facts?.ano, failed: findings.filter(({ outcome }) => outcome !== 'passed') };
  };

  it('leaves one whole bundle when several do it at once', async () => {
    const ano = await given.sealed();
    const finish = () => finishSealing(given.installation, ano, () => {});

    await Promise.all([finish(), finish(), finish()]);

    expect(await verified(ano)).toEqual({ ano, failed: [] });
    expect(existsSync(placesOf(given.dataDir, ano).sealing)).toBe(false);
  });
});
