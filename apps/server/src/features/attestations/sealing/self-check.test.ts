import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findAttestation } from '../store.ts';
import { useInstallation } from '../testing/test-installation.ts';
import { certify } from './certify.ts';
import { seal } from './seal.ts';
import { NotVerified } from './self-check.ts';

const given = useInstallation();
const row = (ano: string) => findAttestation(given.installation.database.pool, ano);
const keysOf = async (ano: string) => (await given.installation.store.list(`evidence/${ano}/`)).map(({ key }) => key);
const leavesOf = async (ano: string) =>
  (await given.installation.database.pool.query('select 1 from log_entry where key = $1', [ano])).rowCount;

const crl = () => join(given.dataDir, 'keys', 'issuing.crl');
let sound: Buffer;
beforeAll(() => {
  sound = readFileSync(crl());
});
afterEach(() => writeFileSync(crl(), sound));

/** The issuing authority's list names the seal's certificate, as revoked an hour ago. */
function revokeSeal(): void {
  const keys = join(given.dataDir, 'keys');
  const config = `[ca]\ndatabase=index\ndefault_md=sha256\ndefault_crl_days=90\ncrlnumber=number\n`;
  const sh = (command: string) => execFileSync('bash', ['-ec', command], { cwd: given.dataDir, stdio: 'pipe' });
  writeFileSync(join(given.dataDir, 'ca.cnf'), config);
  const ca = `openssl ca -config ca.cnf -name ca -keyfile '${keys}/issuing.key' -cert issuing.pem`;
  sh(`rm -f index; touch index; echo 01 > number`);
  for (const name of ['issuing', 'seal'])
    sh(
      `openssl x509 -in '${keys}/${name}.pem' -out ${name}.pem 2>/dev/null || openssl x509 -inform DER -in '${keys}/${name}.pem' -out ${name}.pem`,
    );
  sh(`${ca} -revoke seal.pem`);
  const hourAgo = `${new Date(Date.now() - 3_600_000).toISOString().slice(2, 19).replace(/\D/g, '')}Z`;
  sh(`awk -F'\\t' -v OFS='\\t' '{ $3 = "${hourAgo}" } 1' index > dated && mv dated index`);
  sh(`${ca} -gencrl -out crl.pem && openssl crl -in crl.pem -outform DER -out '${crl()}'`);
}

describe('what does not verify', () => {
  it('is not logged: sealing says what is wrong', async () => {
    const captured = await given.capture();
    revokeSeal();

    const sealing = seal(given.installation, captured);

    await expect(sealing).rejects.toThrow(/does not verify and is not sealed.*Seal.* was revoked on/);
    await expect(sealing).rejects.toBeInstanceOf(NotVerified);
    expect((await row(captured.ano))?.state).toBe('capturing');
    expect(await leavesOf(captured.ano)).toBe(0);
  });

  it('is not called succeeded where it was logged before, and leaves no certificate; once it verifies it succeeds', async () => {
    const ano = await given.sealed();
    revokeSeal();

    await expect(certify(given.installation, ano)).rejects.toThrow('was revoked on');
    expect(await row(ano)).toMatchObject({ state: 'sealing', certifiedPlace: null });
    expect((await keysOf(ano)).filter((key) => key.includes('certified-'))).toEqual([]);

    writeFileSync(crl(), sound);
    await certify(given.installation, ano);
    expect(await row(ano)).toMatchObject({ state: 'succeeded' });
  });

  it('is a report that contradicts the manifest, too', async () => {
    const captured = await given.capture();
    captured.report = { ...captured.report, page: { ...captured.report.page, title: 'another' } };

    await expect(seal(given.installation, captured)).rejects.toBeInstanceOf(NotVerified);
  });
});
