import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytesSource, openZip } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { type CourtDraft, courtApplicationCalls as calls, type SentOf } from '@proofkeep/contract';
import { readCertifiedPdf } from '@proofkeep/pki';
import { verifyBundle } from '@proofkeep/verify';
import { describe, expect, it } from 'vitest';
import type { Login } from '../../testing/service.ts';
import { bundleParts } from '../evidence/service.ts';
import { sweepListFiles } from './files.ts';
import { useSealingService } from './testing/sealed.ts';

const { service, given, sealed } = useSealingService();
const { ask } = service;
const run = promisify(execFile);

const parties: CourtDraft['parties'] = [
  { kind: 'company', side: 'plaintiff', name: '福州存真网络科技有限公司', idNumber: '' },
  { kind: 'person', side: 'defendant', name: '李明', idNumber: '' },
];
const complete = (anos: readonly string[]): SentOf<typeof calls.saveCourtApplication> => ({
  court: '杭州互联网法院',
  cause: '侵害作品信息网络传播权纠纷',
  parties,
  items: anos.map((ano, at) => ({
    ano,
    name: `网页 ${at + 1}`,
    source: 'https://page.example/',
    purpose: '证明侵权事实',
  })),
});
const save = async (holder: Login, anos: readonly string[]) =>
  (await ask(calls.saveCourtApplication, complete(anos), { as: holder.token })).data;
const info = async (holder: Login, id: string) =>
  (await ask(calls.courtApplication, { id }, { as: holder.token })).data;
const bytesOf = async (holder: Login, call: { path: string }, id: string) => {
  const url = call.path.replace('{id}', id);
  return (await service.app.inject({ url, headers: { 'x-auth-token': holder.token } })).rawPayload;
};

/** Changes stored bytes of an attestation's evidence behind the service's back. */
async function tamper(ano: string, path: string): Promise<() => Promise<void>> {
  const { rows } = await service.database.pool.query<{ place: string }>(
    'select certified_place as place from attestation where ano = $1',
    [ano],
  );
  const part = (await bundleParts(service.store, rows[0]?.place ?? '')).find((one) => one.path === path);
  const file = join(given.dataDir, 'store', part?.key ?? '');
  const before = await readFile(file);
  const after = Buffer.from(before);
  const middle = after.length >> 1;
  after.writeUInt8(after.readUInt8(middle) ^ 1, middle);
  await chmod(file, 0o644);
  await writeFile(file, after);
  return () => writeFile(file, before);
}

describe('an application', () => {
  it('lists attestations in the applicant’s order', async () => {
    const holder = await service.given.login();
    const [first, second] = [await service.given.attestation(holder), await service.given.attestation(holder)];

    const { id } = (await ask(calls.putForward, { anos: [first, second] }, { as: holder.token })).data;
    const { version } = await info(holder, id);
    const again = { ...complete([second, first]), id, version };
    const { refused } = await ask(calls.saveCourtApplication, again, { as: holder.token });
    const stale = await ask(calls.saveCourtApplication, again, { as: holder.token });

    expect(refused).toBeNull();
    expect((await info(holder, id)).items.map(({ ano }) => ano)).toEqual([second, first]);
    expect(stale.refused).toBe('COURT_LIST_CHANGED');
  });

  it('refuses attestations of another account, hidden ones and unsealed ones, naming them', async () => {
    const [holder, other] = [await service.given.login(), await service.given.login()];
    const member = await service.given.member(holder, ['evidence'], 'own');
    const own = await service.given.attestation(holder);
    const unsealed = await service.given.attestation(holder, { state: 'sealing' });
    const fieldsOf = async (anos: string[], { token }: Login) => {
      const { refused, envelope } = await ask(calls.putForward, { anos }, { as: token });
      return [refused, ...(envelope.fields ?? []).map(({ field }) => field)];
    };

    expect(await fieldsOf([own], other)).toEqual(['INPUT_INVALID', 'anos.0']);
    expect(await fieldsOf([own], member)).toEqual(['INPUT_INVALID', 'anos.0']);
    expect(await fieldsOf([own, unsealed], holder)).toEqual(['INPUT_INVALID', 'anos.1']);
    expect(await fieldsOf([own], holder)).toEqual([null]);
  });

  it('is signed only when nothing is missing', async () => {
    const holder = await service.given.login();
    const ano = await service.given.attestation(holder);
    const { id } = (await ask(calls.putForward, { anos: [ano] }, { as: holder.token })).data;

    const { refused, envelope } = await ask(calls.prepareCourtApplication, { id }, { as: holder.token });

    expect(refused).toBe('INPUT_INVALID');
    expect(envelope.fields?.map(({ field }) => field).sort()).toEqual([
      'cause',
      'court',
      'items.0.purpose',
      'parties.defendant',
      'parties.plaintiff',
    ]);
  });
});

describe('a list', () => {
  it('is a sealed PDF with its data attached, beside bundles that verify', async () => {
    const holder = await service.given.login();
    const anos = [await sealed(holder), await sealed(holder)];
    const { id, no } = await save(holder, anos);

    expect((await ask(calls.prepareCourtApplication, { id }, { as: holder.token })).refused).toBeNull();

    const folder = await mkdtemp(join(tmpdir(), 'court-'));
    const zip = await openZip(bytesSource(await bytesOf(holder, calls.courtPackage, id)));
    const [pdf, json] = [await zip.bytes('list.pdf', 2 ** 24), await zip.bytes('list.json', 2 ** 24)];
    await writeFile(join(folder, 'list.pdf'), pdf);
    const { stdout } = await run('pdfsig', ['-nocert', 'list.pdf'], { cwd: folder });
    const text = (await run('pdftotext', ['-layout', 'list.pdf', '-'], { cwd: folder })).stdout;
    const certified = await readCertifiedPdf(pdf);
    await writeFile(join(folder, 'cms'), certified.cms);
    await writeFile(join(folder, 'content'), certified.signedBytes);
    await writeFile(join(folder, 'root.pem'), given.installation.authority.roots.join(''));
    const verified = await run(
      'openssl',
      [
        'cms',
        '-verify',
        '-binary',
        '-inform',
        'DER',
        '-in',
        'cms',
        '-content',
        'content',
        '-CAfile',
        'root.pem',
        '-purpose',
        'any',
        '-out',
        '/dev/null',
      ],
      { cwd: folder },
    );
    await rm(folder, { recursive: true });

    expect(stdout).toContain('Signature is Valid.');
    expect(stdout).toContain('Total document signed');
    expect(verified.stderr).toContain('Verification successful');
    expect(certified.docMdp).toBe(1);
    expect(text).toContain('杭州互联网法院');
    expect(text).toContain('证明侵权事实');
    expect([...certified.files].map(({ name, bytes }) => [name, sha256Hex(bytes)])).toEqual([
      ['evidence-list.json', sha256Hex(json)],
    ]);
    expect(JSON.parse(Buffer.from(json).toString())).toMatchObject({
      type: 'proofkeep-evidence-list',
      no,
      items: anos.map((ano, at) => ({ number: at + 1, ano })),
    });
    for (const ano of anos) {
      const bundle = await zip.bytes(`bundles/${ano}.zip`, 2 ** 26);
      expect((await verifyBundle(bytesSource(bundle), given.installation.anchors)).verdict).toBe('passed');
    }
    expect((await info(holder, id)).list?.sha256).toBe(sha256Hex(pdf));
  });

  it.each(['data/page.wacz', 'manifest.json', 'certificate.pdf', 'proof/manifest.tst'])(
    'is not signed over a bundle whose %s was altered, and the findings name it',
    async (path) => {
      const holder = await service.given.login();
      const ano = await sealed(holder);
      const { id } = await save(holder, [ano]);
      const restore = await tamper(ano, path);

      const { refused } = await ask(calls.prepareCourtApplication, { id }, { as: holder.token });
      const state = await info(holder, id);
      await restore();
      const { list } = (await ask(calls.courtEvidence, { id, verify: [ano] }, { as: holder.token })).data;

      expect(refused).toBe('COURT_EVIDENCE_FAILED');
      expect(state.state).toBe('draft');
      expect(state.evidence[0]?.verification).toMatchObject({ verdict: 'failed' });
      expect(state.evidence[0]?.verification?.findings.map(({ subject }) => subject)).toContain(path);
      expect(list[0]?.verification).toMatchObject({ verdict: 'passed', findings: [] });
    },
  );

  it('becomes void when the application is reopened as a draft', async () => {
    const holder = await service.given.login();
    const { id } = await save(holder, [await sealed(holder)]);
    const as = { as: holder.token };
    await ask(calls.prepareCourtApplication, { id }, as);
    await ask(calls.editCourtApplication, { id }, as);

    expect(
      (
        await service.app.inject({
          url: calls.courtList.path.replace('{id}', id),
          headers: { 'x-auth-token': holder.token },
        })
      ).statusCode,
    ).toBe(409);
    expect((await ask(calls.submitCourtApplication, { id }, as)).refused).toBe('STATE_FORBIDS');
  });
});

describe('a submission', () => {
  const prepared = async (court: string) => {
    const holder = await service.given.login();
    const { data } = await ask(
      calls.saveCourtApplication,
      { ...complete([await sealed(holder)]), court },
      { as: holder.token },
    );
    await ask(calls.prepareCourtApplication, { id: data.id }, { as: holder.token });
    return { id: data.id, holder, as: { as: holder.token } };
  };

  it('is accepted by the development court, which states that it is not a court', async () => {
    const { id, holder, as } = await prepared('杭州互联网法院');

    await ask(calls.submitCourtApplication, { id }, as);
    const { rows: handedOut } = await service.database.pool.query(
      `select e.event from attestation_event e join court_item i using (ano) where i.application_id = $1 and event like '%-court'`,
      [id],
    );
    expect(handedOut).toEqual([{ event: 'access.submitted-court' }]);
    expect(await info(holder, id)).toMatchObject({ state: 'submitted', gateway: { isDevelopment: true } });
    expect((await ask(calls.askCourt, { id }, as)).data.state).toBe('accepted');
    expect((await info(holder, id)).events.map(({ event }) => event)).toEqual([
      'create',
      'prepare',
      'submit',
      'accept',
    ]);
    expect((await ask(calls.withdrawCourtApplication, { id }, as)).refused).toBe('STATE_FORBIDS');
  });

  it('is returned with a reason, corrected and signed again', async () => {
    const { id, holder, as } = await prepared('退回法院');
    await ask(calls.submitCourtApplication, { id }, as);

    expect((await ask(calls.askCourt, { id }, as)).data.state).toBe('returned');
    expect((await info(holder, id)).reason).toContain('证明目的');
    await ask(calls.editCourtApplication, { id }, as);
    expect((await ask(calls.prepareCourtApplication, { id }, as)).refused).toBeNull();
  });

  it('leaves no unreferenced files older than a day, and keeps the list of a withdrawn application', async () => {
    const { id, as } = await prepared('杭州互联网法院');
    await ask(calls.withdrawCourtApplication, { id }, as);
    const [kept] = (await service.store.list(`court/${id}/`)).map(({ key }) => key);
    const orphan = `court/${id}/${Date.now().toString(16).padStart(12, '0')}${'0'.repeat(16)}/list`;
    await service.store.put(orphan, Buffer.from('left by a crash'));
    const sweep = (ms: number) => sweepListFiles(service, new Date(Date.now() + ms));
    const keys = async () => (await service.store.list(`court/${id}/`)).map(({ key }) => key).sort();

    await sweep(0);
    const soon = await keys();
    await sweep(86_400_000 + 60_000);

    expect(soon).toEqual([kept, orphan].sort());
    expect(await keys()).toEqual([kept]);
  });
});
