import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Captured, seal } from './sealing.ts';
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
    expect(existsSync(join(given.dataDir, 'evidence', ano))).toBe(false);
  });
});
