import { afterEach, describe, expect, it } from 'vitest';
import { findAttestation } from '../store.ts';
import { revokeSeal } from '../testing/revoked-seal.ts';
import { useInstallation } from '../testing/test-installation.ts';
import { certify } from './certify.ts';
import { seal } from './seal.ts';
import { NotVerified } from './self-check.ts';

const given = useInstallation();
const row = (ano: string) => findAttestation(given.installation.database.pool, ano);
const keysOf = async (ano: string) => (await given.installation.store.list(`evidence/${ano}/`)).map(({ key }) => key);
const leavesOf = async (ano: string) =>
  (await given.installation.database.pool.query('select 1 from log_entry where key = $1', [ano])).rowCount;

let restore: () => void = () => {};
const revoke = () => {
  restore = revokeSeal(given.dataDir);
};
afterEach(() => restore());

describe('self-check', () => {
  it('does not log a capture that does not verify, and names the fault', async () => {
    const captured = await given.capture();
    revoke();

    const sealing = seal(given.installation, captured);

    await expect(sealing).rejects.toThrow(/does not verify and is not sealed.*Seal.* was revoked on/);
    await expect(sealing).rejects.toBeInstanceOf(NotVerified);
    expect((await row(captured.ano))?.state).toBe('capturing');
    expect(await leavesOf(captured.ano)).toBe(0);
  });

  it('leaves no certificate for a logged capture that does not verify, and certifies it once it verifies', async () => {
    const ano = await given.sealed();
    revoke();

    await expect(certify(given.installation, ano)).rejects.toThrow('was revoked on');
    expect(await row(ano)).toMatchObject({ state: 'sealing', certifiedPlace: null });
    expect((await keysOf(ano)).filter((key) => key.includes('certified-'))).toEqual([]);

    restore();
    await certify(given.installation, ano);
    expect(await row(ano)).toMatchObject({ state: 'succeeded' });
  });

  it('rejects a report that contradicts the manifest', async () => {
    const captured = await given.capture();
    captured.report = { ...captured.report, page: { ...captured.report.page, title: 'another' } };

    await expect(seal(given.installation, captured)).rejects.toBeInstanceOf(NotVerified);
  });
});
