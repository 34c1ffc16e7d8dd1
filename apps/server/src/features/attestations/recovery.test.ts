import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placesOf } from './evidence-folder.ts';
import { recover } from './recovery.ts';
import { finishSealing } from './sealing.ts';
import { findAttestation } from './store.ts';
import { useInstallation } from './testing/test-installation.ts';

const given = useInstallation();

const stateOf = async (ano: string) =>
  (await given.installation.database.withClient((client) => findAttestation(client, ano)))?.state;

describe('recovering', () => {
  it('finishes what was logged and drops what was not', async () => {
    const sealed = await given.sealed();
    const { ano: captured } = await given.capture();

    expect(await recover(given.installation)).toEqual([
      { ano: sealed, outcome: 'finished' },
      { ano: captured, outcome: 'dropped' },
    ]);
    expect([await stateOf(sealed), await stateOf(captured)]).toEqual(['succeeded', 'failed']);
  });

  it('reports one that cannot be certified, goes on with the others, and finishes it when it can be', async () => {
    const [damaged, whole] = [await given.sealed(), await given.sealed()];
    const report = join(placesOf(given.dataDir, damaged).sealed, 'data', 'report.json');
    await rename(report, `${report}.away`);

    expect(await recover(given.installation)).toEqual([
      { ano: damaged, outcome: 'stuck', why: expect.stringContaining('report.json') },
      { ano: whole, outcome: 'finished' },
    ]);
    expect(await stateOf(damaged)).toBe('sealing');

    await rename(`${report}.away`, report);
    expect(await recover(given.installation)).toEqual([{ ano: damaged, outcome: 'finished' }]);
  });

  it('clears the folder of a making that is over', async () => {
    const ano = await given.sealed();
    await finishSealing(given.installation, ano, () => {});
    const { sealing, sealed } = placesOf(given.dataDir, ano);
    await mkdir(sealed, { recursive: true });

    await recover(given.installation);
    expect(existsSync(sealing)).toBe(false);
  });
});
