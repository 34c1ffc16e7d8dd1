import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesSource, matterPaths, openZip } from '@proofkeep/bundle';
import { consoleNotarizationCalls as calls, deedCalls } from '@proofkeep/contract';
import { parseCertificate, parseCrl } from '@proofkeep/pki';
import { issueCertificate, type Party, type Profile, softwareKey, toPem } from '@proofkeep/seal';
import { verifyMatter } from '@proofkeep/verify';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Login } from '../../testing/service.ts';
import { useSealingService } from '../court-applications/testing/sealed.ts';
import { type Notary, useMatters } from '../notarization/testing/matters.ts';
import { makeBundle } from './make-bundle.ts';
import { type BundleParts, useForger, zipOf } from './testing/forge.ts';

const { service, given } = useSealingService();
const matters = useMatters(service);
const forge = useForger(service, given);
const { ask } = service;
const dayMs = 86_400_000;

let operator: { token: string };
let holder: Login;

beforeAll(async () => {
  operator = await service.given.staff();
  holder = await service.given.login();
});

async function issue(notary: Notary): Promise<string> {
  const { id } = await matters.ready(holder, notary);
  await matters.signAll(holder, id);
  const { version } = await matters.seen(id, notary);
  const input = { id, version, text: '兹证明前面的声明书系王芳本人签署。' };
  expect((await ask(calls.issueDeed, input, { as: notary.token })).refused).toBeNull();
  return id;
}

async function bundle(id: string): Promise<BundleParts> {
  const { services, database } = service;
  const { documentSigner: signer, jobs } = services;
  const { authority } = given.installation;
  const deps = { ...services, database, authority, signer, clock: () => new Date(), jobs: () => jobs };
  await makeBundle({ ...deps, onUnbundled: () => {} }, id);
  const url = deedCalls.matterBundle.path.replace('{id}', id);
  const { rawPayload } = await service.app.inject({ url, headers: { 'x-auth-token': holder.token } });
  const zip = await openZip(bytesSource(rawPayload));
  const parts: BundleParts = new Map();
  for (const name of zip.entries.keys()) parts.set(name, await zip.bytes(name, 2 ** 26));
  return parts;
}

const certificatesOf = async ({ officeId: id }: Notary) =>
  (await ask(calls.notaryCertificates, { id }, { as: operator.token })).data.list;

/** Revokes the certificate with which the notary signs. */
async function revoke(notary: Notary, reason: 'superseded' | 'key-compromise', as = operator) {
  const [current] = await certificatesOf(notary);
  const input = { id: notary.officeId, certificateId: current?.id ?? '', reason };
  return (await ask(calls.revokeCertificate, input, { as: as.token })).refused;
}

const reportOf = async (parts: BundleParts) =>
  verifyMatter(bytesSource(await zipOf(parts)), given.installation.anchors);
const notaryIn = ({ matter }: Awaited<ReturnType<typeof reportOf>>) =>
  matter?.signers.find(({ role }) => role === 'notary')?.certificateSha256;

/** What openssl finds about a notary's newest certificate, with the root and network access but without a list. */
async function verifyOnline({ staffId }: Notary): Promise<{ exitCode: number; output: string }> {
  const { rows } = await service.database.pool.query<{ chain: Buffer[] }>(
    'select chain from notary_certificate where staff_id = $1 order by issued_at desc, id desc limit 1',
    [staffId],
  );
  const [leaf, ...others] = rows[0]?.chain ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'crl-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'leaf.pem'), toPem('CERTIFICATE', leaf ?? Buffer.of()));
  await writeFile(join(folder, 'chain.pem'), others.map((one) => toPem('CERTIFICATE', one)).join(''));
  await writeFile(join(folder, 'root.pem'), given.installation.authority.roots.join(''));
  const args = ['-crl_check', '-crl_download', '-CAfile', 'root.pem', '-untrusted', 'chain.pem', 'leaf.pem'];
  return new Promise((done) =>
    execFile('openssl', ['verify', ...args], { cwd: folder }, (error, stdout, stderr) =>
      done({ exitCode: Number(error?.code ?? 0), output: stdout + stderr }),
    ),
  );
}

describe('the revoked certificate of a notary', () => {
  it('leaves earlier deeds valid, is in the list of each bundle, and signs no later deed', async () => {
    const notary = await matters.notary();
    const first = await issue(notary);

    expect(await revoke(notary, 'superseded')).toBeNull();
    expect(await revoke(notary, 'superseded')).toBe('STATE_FORBIDS');
    const second = await issue(notary);

    const [before, after] = [await bundle(first), await bundle(second)];
    const [old, next] = [await reportOf(before), await reportOf(after)];
    expect([old.verdict, next.verdict]).toEqual(['passed', 'passed']);
    expect(notaryIn(old)).not.toBe(notaryIn(next));
    const list = await certificatesOf(notary);
    expect(list.map(({ sha256, isCurrent, revocation }) => [sha256, isCurrent, revocation?.reason])).toEqual([
      [notaryIn(next), true, undefined],
      [notaryIn(old), false, 'superseded'],
    ]);
    const served = await service.app.inject({ url: '/trust/ca.crl' });
    const entry = { reason: 4, at: new Date(Math.ceil(Date.parse(list[1]?.revocation?.at ?? '') / 1000) * 1000) };
    for (const crl of [before.get(matterPaths.crl), after.get(matterPaths.crl), served.rawPayload])
      expect(parseCrl(crl ?? new Uint8Array()).revoked).toContainEqual(expect.objectContaining(entry));
  }, 120_000);

  it('is refused by openssl, which fetches the list from the address in the certificate and accepts the next one', async () => {
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    service.services.publicUrl = url;
    const notary = await matters.notary();
    await issue(notary);
    expect(await verifyOnline(notary)).toEqual({ exitCode: 0, output: 'leaf.pem: OK\n' });

    expect(await revoke(notary, 'superseded')).toBeNull();

    // The service may serve the list of the last second.
    const revoked = { exitCode: 2, output: expect.stringContaining('error 23 at 0 depth lookup: certificate revoked') };
    await expect.poll(() => verifyOnline(notary), { timeout: 10_000 }).toEqual(revoked);
    await issue(notary);
    expect(await verifyOnline(notary)).toEqual({ exitCode: 0, output: 'leaf.pem: OK\n' });
  }, 120_000);

  it('is detected if it signed a deed after its revocation', async () => {
    const notary = await matters.notary();
    const parts = await bundle(await issue(notary));
    const { rows } = await service.database.pool.query<{ certificate: Buffer }>(
      'select chain[1] as certificate from notary_certificate where staff_id = $1',
      [notary.staffId],
    );
    const certificate = rows[0]?.certificate ?? Buffer.of();
    const { authority } = given.installation;
    await authority.revoke([{ certificate, at: new Date(Date.now() - 3_600_000), reason: 'superseded' }]);
    const { issuing } = await authority.crls();

    const forged = await forge(parts, (forgery) => void forgery.parts.set(matterPaths.crl, issuing));
    const { findings } = await verifyMatter(bytesSource(forged), given.installation.anchors);

    const failed = findings.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ check, subject, code }) => [check, subject, code])).toEqual([
      ['document-signature', 'documents/deed.pdf', 'revoked'],
    ]);
  }, 120_000);

  it('proves nothing once its key is compromised, not even for earlier deeds', async () => {
    const notary = await matters.notary();
    const id = await issue(notary);

    expect(await revoke(notary, 'superseded')).toBeNull();
    expect(await revoke(notary, 'key-compromise')).toBeNull();

    await expect(bundle(id)).rejects.toThrow(/document-signature documents\/deed.pdf/);
  }, 120_000);

  it('can be revoked only by an operator with a fresh second factor, and only in its own office', async () => {
    const [notary, other] = [await matters.notary(), await matters.notary()];
    await issue(notary);
    const [current] = await certificatesOf(notary);
    const input = { id: other.officeId, certificateId: current?.id ?? '', reason: 'superseded' } as const;

    expect((await ask(calls.revokeCertificate, input, { as: operator.token })).refused).toBe('NOT_FOUND');
    expect(await revoke(notary, 'superseded', notary)).toBe('NOT_ALLOWED');
    const stale = await service.given.staff();
    await service.database.pool.query(
      `update staff_session set created_at = created_at - interval '1 h', verified_at = null where staff_id = $1`,
      [stale.staffId],
    );
    expect(await revoke(notary, 'superseded', stale)).toBe('PROVE_AGAIN');
  }, 120_000);
});

describe('a certificate of an outside authority', () => {
  const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const validity = (days = 300) => ({
    notBefore: new Date(service.now.getTime() - 400 * dayMs),
    notAfter: new Date(service.now.getTime() + days * dayMs),
  });

  it('signs deeds if the chain, key, usage, time and names are right', async () => {
    const notary = await matters.notary();
    const { list } = (await ask(calls.offices, {}, { as: operator.token })).data;
    const office = list.find(({ id }) => id === notary.officeId);
    const person = office?.notaries[0];
    const rootOf = (commonName: string) => {
      const subject = { commonName, organization: 'Outside' };
      return issueCertificate({ profile: 'root', subject, key: softwareKey(keyPair()), validity: validity() });
    };
    const [root, unknown] = [await rootOf('Outside Root'), await rootOf('Unknown Root')];
    for (const { roots } of [given.installation.anchors, service.services.anchors])
      roots.push(parseCertificate(root.certificate));
    const key = keyPair();
    const subject = {
      commonName: person?.name ?? '',
      organizationalUnit: `执业证号 ${person?.licenceNo}`,
      organization: office?.name ?? '',
    };
    const certified = (o: { issuer?: Party; profile?: Profile; name?: string; days?: number } = {}) =>
      issueCertificate({
        profile: o.profile ?? 'seal',
        subject: { ...subject, ...(o.name && { commonName: o.name }) },
        key: softwareKey(key),
        validity: validity(o.days),
        issuer: o.issuer ?? root,
      });
    const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
    const supply = async ({ certificate }: Party, keyPem = pem, passphrase = '') => {
      const chain = toPem('CERTIFICATE', certificate);
      const input = { id: notary.officeId, staffId: notary.staffId, chain, key: keyPem, passphrase };
      const { refused, envelope } = await ask(calls.supplyCertificate, input, { as: operator.token });
      return [refused, JSON.stringify(envelope)] as const;
    };
    const encrypted = key
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' })
      .toString();

    for (const [refused, envelope, why] of [
      [...(await supply(await certified({ issuer: unknown }))), /根证书/],
      [...(await supply(await certified({ days: -0.5 }))), /有效期/],
      [...(await supply(await certified({ days: 0.5 }))), /一天之内/],
      [...(await supply(await certified({ profile: 'timestamp' }))), /不能用于签署文书/],
      [...(await supply(await certified({ name: '另一人' }))), /证书主题/],
      [...(await supply(await certified(), keyPair().export({ type: 'pkcs8', format: 'pem' }).toString())), /不匹配/],
      [...(await supply(await certified(), encrypted, 'wrong')), /口令/],
    ] as const) {
      expect(refused).toBe('INPUT_INVALID');
      expect(envelope).toMatch(why);
    }
    expect((await supply(await certified(), encrypted, 'right'))[0]).toBeNull();

    const report = await reportOf(await bundle(await issue(notary)));

    const [current] = await certificatesOf(notary);
    expect(report.verdict).toBe('passed');
    expect(report.findings.filter(({ check }) => check === 'outside-revocation')).toEqual([
      expect.objectContaining({
        subject: 'documents/deed.pdf',
        outcome: 'not-checked',
        required: false,
        args: { issuer: 'CN=Outside Root, O=Outside' },
      }),
    ]);
    expect(current).toMatchObject({ origin: 'supplied', isCurrent: true, sha256: notaryIn(report) });
  }, 120_000);
});
