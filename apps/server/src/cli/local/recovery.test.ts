import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certify } from '../../features/attestations/sealing/certify.ts';
import { findAttestation } from '../../features/attestations/service.ts';
import { useInstallation } from '../../features/attestations/testing/test-installation.ts';
import { dropUnsealed, finishSealed } from './recovery.ts';

const given = useInstallation();

const recover = async () => [...(await dropUnsealed(given.installation)), ...(await finishSealed(given.installation))];
const rowOf = (ano: string) => findAttestation(given.installation.database.pool, ano);
const stateOf = async (ano: string) => (await rowOf(ano))?.state;

describe('recovery of interrupted attestations', () => {
  it('finishes logged attestations and drops the others', async () => {
    const sealed = await given.sealed();
    const { ano: captured } = await given.capture();

    expect(await recover()).toEqual([
      { ano: captured, outcome: 'dropped' },
      { ano: sealed, outcome: 'finished' },
    ]);
    expect([await stateOf(sealed), await stateOf(captured)]).toEqual(['succeeded', 'failed']);
    expect(await given.installation.store.list(`evidence/${captured}/`)).toEqual([]);
  });

  it('reports an attestation that cannot be certified, continues with the others, and finishes it once it can', async () => {
    const [damaged, whole] = [await given.sealed(), await given.sealed()];
    const report = join(given.dataDir, 'store/evidence', damaged, '0/data/report.json');
    await rename(report, `${report}.away`);

    expect(await recover()).toEqual([
      { ano: damaged, outcome: 'stuck', why: expect.stringContaining('report.json') },
      { ano: whole, outcome: 'finished' },
    ]);
    expect(await stateOf(damaged)).toBe('sealing');

    await rename(`${report}.away`, report);
    expect(await recover()).toEqual([{ ano: damaged, outcome: 'finished' }]);
  });

  it('sets the retention and clears the work folder if the process died right after certifying', async () => {
    const ano = await given.sealed();
    await certify(given.installation, ano);
    await given.installation.database.pool.query('update attestation set retained_until = null where ano = $1', [ano]);
    await mkdir(given.installation.workDir(ano), { recursive: true });

    expect(await recover()).toEqual([]);
    expect((await rowOf(ano))?.retainedUntil).toBeInstanceOf(Date);
    expect(existsSync(given.installation.workDir(ano))).toBe(false);
  });

  it('ignores attestations that belong to an account', async () => {
    const { ano } = await given.capture();
    const { pool } = given.installation.database;
    await pool.query(`with one as (insert into account (name) values ('王芳') returning id)
      update attestation set account_id = one.id from one where ano = '${ano}'`);

    expect(await recover()).toEqual([]);
    expect(await stateOf(ano)).toBe('capturing');
  });
});
