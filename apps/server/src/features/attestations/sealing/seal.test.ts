import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { bytesSource } from '@proofkeep/bundle';
import { fileSource, sha256Hex } from '@proofkeep/bundle/node';
import type { SessionFacts } from '@proofkeep/contract';
import { startTimeServer, type TimeServer } from '@proofkeep/fakes';
import { readAnchors, verifyBundle } from '@proofkeep/verify';
import { afterAll, describe, expect, it } from 'vitest';
import { exportBundle } from '../../../cli/local/export.ts';
import type { Installation } from '../../../installation.ts';
import { bundleParts, leasePlace, zipOf } from '../../evidence/service.ts';
import { findCustodyEvents } from '../custody-store.ts';
import { moveAttestation } from '../lifecycle.ts';
import { type AttestationRow, findAttestation } from '../store.ts';
import { installationSubmitter, type Submitter } from '../submitting/submitter.ts';
import { actorFor } from '../testing/actors.ts';
import { sessionFacts } from '../testing/session-facts.ts';
import { deliveredCents, useInstallation } from '../testing/test-installation.ts';
import { certify } from './certify.ts';
import type { Captured } from './manifest.ts';
import { seal } from './seal.ts';

const given = useInstallation();

const operator = { role: 'member', name: '李*', isCertified: true, actingAs: null } as const;
const asOf = '2026-11-20T06:03:22.000Z';
const ofCompany: Submitter = {
  applicant: {
    account: '法务部',
    certification: {
      kind: 'enterprise',
      name: '福州存真网络科技有限公司',
      number: '91350100M000100Y43',
      by: 'review',
      at: '2026-11-01T02:00:00.000Z',
    },
    asOf,
  },
  operator,
};
const ofNobody: Submitter = { applicant: { account: '最高人民法院', certification: null, asOf }, operator };

const row = (ano: string) => findAttestation(given.installation.database.pool, ano);
const certificateText = async ({ database, store }: Installation, ano: string) => {
  const place = (await findAttestation(database.pool, ano))?.certifiedPlace ?? '';
  const input = await store.bytes(`${place}certificate.pdf`);
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input, encoding: 'utf8' });
};
const keysOf = async (lease: Captured) =>
  (await given.installation.store.list(`evidence/${lease.ano}/`)).map(({ key }) => key);

const sessionOf = (startedAt: string, endedAt: string): SessionFacts => ({
  ...sessionFacts,
  startedAt,
  endedAt,
  endedBecause: 'time',
  hasPlayback: false,
});

describe('sealing', () => {
  it.each([
    [
      'a file that the capture node did not name',
      (captured: Captured) =>
        given.installation.store.put(`${leasePlace(captured)}data/screenshot/half.png`, Buffer.from('ha')),
      'screenshot/half.png was left beside the evidence and not named',
    ],
    [
      'a file that is not there',
      (captured: Captured) => {
        const [one] = captured.artifacts;
        if (one) captured.artifacts = [...captured.artifacts, { ...one, path: 'absent.png' }];
      },
      'absent.png is not among the files of the evidence',
    ],
    [
      'a file that has changed',
      (captured: Captured) => {
        const path = join(given.dataDir, 'store', leasePlace(captured), 'data/report.json');
        chmodSync(path, 0o600);
        writeFileSync(path, '{}');
      },
      'report.json is not the file whose digest was given',
    ],
  ])('rejects %s', async (_, spoil, reason) => {
    const captured = await given.capture();
    await spoil(captured);

    await expect(seal(given.installation, captured)).rejects.toThrow(reason);
    expect((await row(captured.ano))?.state).toBe('capturing');
  });

  it('fixes the sealed content once, even with concurrent runs and after a crash', async () => {
    const captured = await given.capture();
    const sealOnce = () => seal(given.installation, captured);

    await Promise.all([sealOnce(), sealOnce(), sealOnce()]);
    const first = await given.installation.store.bytes(`${leasePlace(captured)}manifest.json`);
    await sealOnce();

    expect(await given.installation.store.bytes(`${leasePlace(captured)}manifest.json`)).toEqual(first);
    expect(await row(captured.ano)).toMatchObject({ state: 'sealing', rung: 'stamped' });
    const { rows } = await given.installation.database.pool.query<{ bytes: Buffer }>(
      'select bytes from log_entry where key = $1',
      [captured.ano],
    );
    const leaves = rows.map(({ bytes }) => JSON.parse(bytes.toString()).manifestSha256);
    expect(leaves).toEqual([sha256Hex(first)]);
  });

  it('stores the fields of lists and searches, so that listing opens no files', async () => {
    const captured = await given.capture();
    await seal(given.installation, captured);

    const { rows } = await given.installation.database.pool.query(
      `select title, is_complete, size_bytes::int, array_agg(f.path order by f.path) as paths
       from attestation a join sealed_file f using (ano) where ano = $1 group by 1, 2, 3`,
      [captured.ano],
    );
    const size = captured.artifacts.reduce((sum, artifact) => sum + artifact.size, 0);
    const paths = ['data/page.wacz', 'data/report.json', 'data/screenshot/full.png', 'data/thumbnail.png'];
    expect(rows).toEqual([{ title: '页面', is_complete: true, size_bytes: size, paths }]);
  });

  it('charges a session that used its booked time only the booked minutes, even with an empty balance', async () => {
    const captured = await given.delivered();
    const { startedAt } = captured.report;
    const session = sessionOf(startedAt, new Date(Date.parse(startedAt) + 60_400).toISOString());
    captured.report = { ...captured.report, session };

    await seal(given.installation, captured);

    const { rows } = await given.installation.database.pool.query(
      `select quantity, balance_cents::int as cents from charge where subject = $1 and state <> 'released'`,
      [captured.ano],
    );
    expect(rows).toEqual([{ quantity: 1, cents: deliveredCents }]);
    expect((await row(captured.ano))?.state).toBe('sealing');
  });

  it('leaves no files of a capture that was cancelled meanwhile', async () => {
    const captured = await given.capture();
    await given.installation.database.transaction((db) =>
      moveAttestation(db, captured.ano, 'cancelled', { by: actorFor('cancelled') }),
    );

    await seal(given.installation, captured);

    expect(await row(captured.ano)).toMatchObject({ state: 'cancelled', rung: null });
    expect(await keysOf(captured)).toEqual([]);
  });
});

describe('certifying', () => {
  const verified = async (ano: string) => {
    const out = join(given.dataDir, `${ano}.zip`);
    await exportBundle(given.installation, ano, out);
    const source = await fileSource(out);
    const anchors = await readAnchors(await readFile(join(given.dataDir, 'trust/anchors.json'), 'utf8'));
    const { findings, facts } = await verifyBundle(source, anchors);
    await source.close();
    return { facts, failed: findings.filter(({ outcome, required }) => outcome !== 'passed' && required) };
  };

  it.each([1_000, -1_000])('makes a valid bundle if the recorder’s clock is %i ms ahead', async (ahead) => {
    const captured = await given.capture(ahead);
    await seal(given.installation, captured);
    await certify(given.installation, captured.ano);

    expect(await verified(captured.ano)).toMatchObject({ facts: { ano: captured.ano }, failed: [] });
    const bytes = await given.installation.store.bytes(`${leasePlace(captured)}manifest.json`);
    const { capture, createdAt } = JSON.parse(Buffer.from(bytes).toString());
    expect(capture.clock.sealer).toEqual({ offsetMs: ahead, uncertaintyMs: 5 });
    expect(createdAt < capture.endedAt).toBe(ahead > 0);
    const text = await certificateText(given.installation, captured.ano);
    expect(text.match(/not compared with outside clocks/g)).toHaveLength(2);
    expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
  });

  it.each([
    [null, /未能确认文件夹已删除 +deletion of the folder not confirmed/],
    [
      '2026-11-20T06:03:22.000Z',
      /浏览器结束后文件夹已删除 +folder deleted after the browser exited: 2026-11-20 14:03:22/,
    ],
  ])('states on the certificate whether the browser’s folder was removed, at %s', async (profileRemovedAt, words) => {
    const captured = await given.capture(0, { profileRemovedAt });
    await seal(given.installation, captured);
    await certify(given.installation, captured.ano);

    const text = (await certificateText(given.installation, captured.ano)).replaceAll(/\s+/g, ' ');

    expect(text).toMatch(words);
  });

  it('leaves one complete retained bundle if several runs certify at once', async () => {
    const ano = await given.sealed();
    const once = () => certify(given.installation, ano);

    await Promise.all([once(), once(), once()]);

    expect(await verified(ano)).toMatchObject({ facts: { ano }, failed: [] });
    const { certifiedPlace, ...rest } = (await row(ano)) as AttestationRow;
    expect(rest).toMatchObject({ state: 'succeeded', rung: 'certified' });
    const days = ((rest.retainedUntil?.getTime() ?? 0) - Date.now()) / (24 * 3_600_000);
    expect(Math.round(days)).toBe(given.installation.config.RETENTION_DAYS);
    const certificates = (await given.installation.store.list(`evidence/${ano}/`)).filter(({ key }) =>
      key.endsWith('/certificate.pdf'),
    );
    expect(certificates.map(({ key }) => key)).toEqual([`${certifiedPlace}certificate.pdf`]);
    await expect(given.installation.store.remove(`evidence/${ano}/`)).rejects.toMatchObject({ code: 'STORE_RETAINED' });
    const rungs = (await findCustodyEvents(given.installation.database.pool, ano)).map(({ event }) => event);
    expect(rungs).toEqual(['hashed', 'stamped', 'captured', 'logged', 'certified']);
  });

  it('removes the certificate of an interrupted run, and sets a missing retention', async () => {
    const ano = await given.sealed();
    const { store, database } = given.installation;
    const left = `evidence/${ano}/0/certified-0000000000000000/parts/certificate.pdf`;
    await store.put(left, Buffer.from('%PDF'));
    await certify(given.installation, ano);
    await database.pool.query('update attestation set retained_until = null where ano = $1', [ano]);

    await certify(given.installation, ano);

    expect((await row(ano))?.retainedUntil).toBeInstanceOf(Date);
    expect((await store.list(`evidence/${ano}/`)).map(({ key }) => key)).not.toContain(left);
  });

  it.each([
    ['a company and its member', ofCompany, /申请人 *Applicant +福州存真网络科技有限公司 +企业认证 +Certified company/],
    [
      'a user who is not certified',
      ofNobody,
      /申请人 *Applicant +未认证 +Not certified[^]*账号 *Account +最高人民法院 +未认证/,
    ],
    ['an installation', installationSubmitter('王芳'), /申请人 *Applicant +无 +None[^]*操作人 *Operator +王芳 +未认证/],
  ])('names %s as the source of the evidence in certificate and verification', async (_, submitter, printed) => {
    const captured = { ...(await given.capture()), submitter };
    await seal(given.installation, captured);
    await certify(given.installation, captured.ano);

    const { failed, facts } = await verified(captured.ano);

    expect(failed).toEqual([]);
    expect({ applicant: facts?.applicant, operator: facts?.operator }).toEqual(submitter);
    expect(await certificateText(given.installation, captured.ano)).toMatch(printed);
  });

  it('waits only for the log while the holder reviews the preview', async () => {
    const captured = { ...(await given.capture()), next: 'preview' as const };
    await seal(given.installation, captured);
    await certify(given.installation, captured.ano);

    expect(await row(captured.ano)).toMatchObject({ state: 'preview', rung: 'logged', certifiedPlace: null });
    expect((await keysOf(captured)).filter((key) => key.includes('certified-'))).toEqual([]);
  });

  it('packs a bundle of the announced length', async () => {
    const ano = await given.sealed();
    await certify(given.installation, ano);

    const { sizeBytes, body } = zipOf(
      await bundleParts(given.installation.store, (await row(ano))?.certifiedPlace ?? ''),
    );
    const bytes = await buffer(body);
    expect(bytes.length).toBe(sizeBytes);
    const anchors = await readAnchors(await readFile(join(given.dataDir, 'trust/anchors.json'), 'utf8'));
    const { findings } = await verifyBundle(bytesSource(bytes), anchors);
    expect(findings.filter(({ outcome, required }) => outcome !== 'passed' && required)).toEqual([]);
  });
});

describe('the clock during sealing', () => {
  let servers: TimeServer[];
  const compared = useInstallation(async () => {
    servers = await Promise.all([startTimeServer(), startTimeServer(), startTimeServer()]);
    return { NTP_SERVERS: servers.map(({ address }) => address).join(',') };
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('has its offset from time servers in the manifest and on the certificate', async () => {
    const captured = await compared.capture();
    await seal(compared.installation, captured);
    await certify(compared.installation, captured.ano);

    const { store } = compared.installation;
    const { clock } = JSON.parse(Buffer.from(await store.bytes(`${leasePlace(captured)}manifest.json`)).toString());
    expect(clock.sources).toBe(3);
    expect(Math.abs(clock.offsetMs)).toBeLessThan(1_000);
    expect(await certificateText(compared.installation, captured.ano)).toContain('3 time servers agree');
  });
});

describe('a wrong clock during sealing', () => {
  let servers: TimeServer[];
  const behind = useInstallation(async () => {
    servers = await Promise.all([startTimeServer({ offsetMs: 5_000 }), startTimeServer({ offsetMs: 5_000 })]);
    return { NTP_SERVERS: servers.map(({ address }) => address).join(',') };
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('prevents timestamps and leaves the capture for the next attempt', async () => {
    const captured = await behind.capture();

    await expect(seal(behind.installation, captured)).rejects.toMatchObject({ code: 'CLOCK_OFF' });

    expect(await findAttestation(behind.installation.database.pool, captured.ano)).toMatchObject({
      state: 'capturing',
    });
  });
});
