import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '@proofkeep/bundle/node';
import { readAnchors, verifyBundle } from '@proofkeep/verify';
import { afterAll, expect, it } from 'vitest';
import { exportBundle } from '../../../cli/local/export.ts';
import { finishSealed } from '../../../cli/local/recovery.ts';
import { type Installation, openInstallation } from '../../../installation.ts';
import { readConfig } from '../../../read-config.ts';
import { backUp } from '../../../testing/backup.ts';
import { findAttestation } from '../store.ts';
import { useInstallation } from '../testing/test-installation.ts';
import { certify } from './certify.ts';
import { checkStore, type StoreProblem } from './store-check.ts';

// Uses its own database server, because the backup copies the server's files.
const given = useInstallation(() => ({ DATABASE_URL: '' }));
let home: string;
afterAll(() => rm(home, { recursive: true, force: true }));

/** Keeps sealing and certifying attestations until it is stopped. @returns their numbers */
function work() {
  const isEnding = new AbortController();
  const done = (async () => {
    const anos: string[] = [];
    while (!isEnding.signal.aborted) {
      const ano = await given.sealed();
      await certify(given.installation, ano);
      anos.push(ano);
    }
    return anos;
  })();
  return { done, end: () => isEnding.abort() };
}

const check = async (installation: Installation) => {
  const found: StoreProblem[] = [];
  return { report: await checkStore(installation, (one) => found.push(one)), found };
};

async function verdictOn(installation: Installation, ano: string): Promise<string[]> {
  const out = join(home, `${ano}.zip`);
  await exportBundle(installation, ano, out);
  const source = await fileSource(out);
  const { findings } = await verifyBundle(
    source,
    await readAnchors(await readFile(join(given.dataDir, 'trust/anchors.json'), 'utf8')),
  );
  await source.close();
  return findings.filter(({ outcome, required }) => outcome !== 'passed' && required).map(({ check: name }) => name);
}

it('restores a backup taken during sealing and certifying, with the store copied after the database', async () => {
  home = await mkdtemp(join(tmpdir(), 'backup-'));
  const copy = join(home, 'copy');
  const backup = backUp(given.dataDir, copy);
  const load = work();
  const early = [await given.sealed(), await given.sealed()];
  await backup.keysAndLog();
  await backup.database(given.installation.database);
  for (const ano of early) await certify(given.installation, ano);
  const late = await given.sealed();
  await certify(given.installation, late);
  load.end();
  const worked = await load.done;
  await backup.store();

  const restored = await openInstallation(readConfig({ DATA_DIR: copy, NTP_SERVERS: '' }), {});
  try {
    const recovered = await finishSealed(restored);
    expect(recovered.filter(({ outcome }) => outcome !== 'finished')).toEqual([]);
    expect(recovered.map(({ ano }) => ano)).toEqual(expect.arrayContaining(early));
    for (const ano of early) expect((await findAttestation(restored.database.pool, ano))?.retainedUntil).not.toBeNull();

    const { report, found } = await check(restored);
    expect(found.filter(({ problem }) => problem !== 'unknown')).toEqual([]);
    const known = await restored.database.pool.query('select from attestation where certified_place is not null');
    expect(report.attestations).toBe(known.rowCount);
    // Earlier certificates remain, because people may hold them, and so does evidence that the database doesn't know.
    for (const ano of early)
      expect(found).toContainEqual(expect.objectContaining({ ano, key: expect.stringContaining('/certified-') }));
    expect(found).toContainEqual(expect.objectContaining({ ano: late, key: `evidence/${late}/0/` }));
    expect(worked.length).toBeGreaterThan(0);
    for (const ano of early) expect(await verdictOn(restored, ano)).toEqual([]);
  } finally {
    await restored.close();
  }
});
