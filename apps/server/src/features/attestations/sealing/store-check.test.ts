import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAttestation } from '../store.ts';
import { useInstallation } from '../testing/test-installation.ts';
import { certify } from './certify.ts';
import { checkStore, type StoreProblem } from './store-check.ts';

const given = useInstallation();
let ano: string;
let certifiedPlace: string;

beforeAll(async () => {
  ano = await given.sealed();
  await certify(given.installation, ano);
  certifiedPlace = (await findAttestation(given.installation.database.pool, ano))?.certifiedPlace ?? '';
  await certify(given.installation, await given.sealed());
});

const check = async () => {
  const problems: StoreProblem[] = [];
  const report = await checkStore(given.installation, (problem) => problems.push(problem));
  return { report, problems };
};

/** Alters a file of the evidence, checks the store, and restores the file. */
async function checkWith(key: string, spoil: (path: string) => void) {
  const path = join(given.dataDir, 'store', key);
  const bytes = await readFile(path);
  chmodSync(path, 0o600);
  spoil(path);
  const found = await check();
  writeFileSync(path, bytes);
  return found;
}

const flip = async (path: string) => {
  const bytes = await readFile(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes;
};

describe('checking the store', () => {
  it('reads every file of every bundle and reports no problem in an intact store', async () => {
    const { report, problems } = await check();

    expect(problems).toEqual([]);
    expect(report).toMatchObject({ attestations: 2, problems: 0 });
    expect(report.files).toBe(2 * 21);
  });

  it.each(['data/thumbnail.png', 'proof/manifest.tst', 'proof/manifest.p7s', 'proof/leaf.json'])(
    'reports %s if one byte of it changed, and checks the others',
    async (name) => {
      const key = `evidence/${ano}/0/${name}`;
      const flipped = await flip(join(given.dataDir, 'store', key));
      const { report, problems } = await checkWith(key, (path) => writeFileSync(path, flipped));

      expect(problems).toEqual([expect.objectContaining({ ano, key, problem: 'altered' })]);
      expect(report.attestations).toBe(2);
    },
  );

  it.each(['certificate.pdf', 'contents.p7s', 'trust/certified-ca.crl'])(
    'reports %s if it is missing',
    async (name) => {
      const key = `${certifiedPlace}${name}`;
      const { problems } = await checkWith(key, (path) => rmSync(path));

      expect(problems).toEqual([expect.objectContaining({ ano, key, problem: 'missing' })]);
    },
  );

  it('trusts neither a changed manifest nor a changed list of files', async () => {
    const listed = (key: string) => checkWith(key, (path) => writeFileSync(path, '[]'));
    const manifest = await listed(`evidence/${ano}/0/manifest.json`);
    const contents = await listed(`${certifiedPlace}contents.json`);
    const index = await listed(certifiedPlace.replace(/parts\/$/, 'index.json'));

    expect(manifest.report.problems).toBeGreaterThan(0);
    expect(contents.report.problems).toBeGreaterThan(0);
    expect(index.problems.map(({ problem }) => problem)).toContain('missing');
    expect((await check()).problems).toEqual([]);
  });

  it('reports an attestation with missing evidence', async () => {
    const path = join(given.dataDir, 'store/evidence', ano);
    const away = join(given.dataDir, 'away');
    renameSync(path, away);
    const { report, problems } = await check();
    renameSync(away, path);

    expect(problems).toEqual([expect.objectContaining({ ano, problem: 'unreadable' })]);
    expect(report.attestations).toBe(2);
  });

  it('reports certified evidence that isn’t retained, in the database or in the store', async () => {
    const { pool } = given.installation.database;
    const retention = (value: string) =>
      pool.query(`update attestation set retained_until = ${value} where ano = $1`, [ano]);
    const key = `evidence/${ano}/0/`;
    await retention('null');
    const unsaid = await check();
    await retention(`now() + interval '100 years'`);
    const shorter = await check();
    await certify(given.installation, ano);
    await retention(`now() + interval '1 day'`);
    const unmarked = await checkWith(`../store/.retained/${key}.until`, (path) => rmSync(path));

    for (const { problems } of [unsaid, shorter, unmarked])
      expect(problems).toContainEqual(expect.objectContaining({ ano, key, problem: 'unretained' }));
    expect((await check()).problems).toEqual([]);
  });

  it('reports evidence that is only in the store, without calling it damage', async () => {
    const { store } = given.installation;
    await store.put('evidence/PK-of-another-history/7/data/page.wacz', Buffer.from('x'));
    const preview = await given.sealed();
    await store.retain(`evidence/${preview}/0/`, new Date(Date.now() + 1_000));
    const { report, problems } = await check();

    expect(problems).toEqual([
      expect.objectContaining({ key: 'evidence/PK-of-another-history/7/', problem: 'unknown' }),
      expect.objectContaining({ ano: preview, key: `evidence/${preview}/0/`, problem: 'unknown' }),
    ]);
    expect(report).toMatchObject({ problems: 0, unknown: 2 });
  });
});
