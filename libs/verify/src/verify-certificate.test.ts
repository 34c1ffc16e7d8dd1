import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytesSource, certificateFile, paths } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { editedPdf, openSampleSealer, plainPdf, type SampleBundle } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnchors } from './anchors.ts';
import { type CertificateReport, isCertificateReport } from './file-report.ts';
import { runVerify } from './node.ts';
import { verifyFile } from './verify-file.ts';
import { wordsIn } from './words.ts';

const run = promisify(execFile);

let home: string;
let sealer: Awaited<ReturnType<typeof openSampleSealer>>;
let bundle: SampleBundle;
let foreign: SampleBundle;
let certificate: Uint8Array;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'verify-certificate-'));
  const stranger = await openSampleSealer();
  sealer = await openSampleSealer();
  [bundle, foreign] = await Promise.all([sealer.make(), stranger.make()]);
  await stranger.close();
  certificate = bundle.parts.get(paths.certificate) as Uint8Array;
});
afterAll(async () => {
  await Promise.all([sealer.close(), rm(home, { recursive: true, force: true })]);
});

async function verify(pdf: Uint8Array, anchors = bundle.anchors): Promise<CertificateReport> {
  const report = await verifyFile(bytesSource(pdf), await readAnchors(anchors));
  if (!isCertificateReport(report)) throw new Error('not verified as a certificate');
  return report;
}

const outcomesOf = (report: CertificateReport, check: string) =>
  report.findings.filter((finding) => finding.check === check).map(({ outcome, code }) => [outcome, code]);

const flip = (at: number): Uint8Array => certificate.map((byte, i) => (i === at ? byte ^ 1 : byte));
const placeOf = (text: string) => Buffer.from(certificate).indexOf(text);

describe('a certificate by itself', () => {
  it('passes with its number, digests and time, and says what was not checked', async () => {
    const report = await verify(certificate);

    const { ano } = JSON.parse(Buffer.from(bundle.parts.get(paths.manifest) as Uint8Array).toString());
    const manifestSha256 = sha256Hex(bundle.parts.get(paths.manifest) as Uint8Array);
    expect(report.verdict).toBe('passed');
    expect(report.certificate).toMatchObject({ ano, manifestSha256, stampedAt: expect.stringMatching(/Z$/) });
    expect(report.findings.map(({ check, outcome, required }) => [check, outcome, required])).toEqual([
      ['certificate', 'passed', true],
      ['certificate-timestamp', 'passed', true],
      ['certificate-data', 'passed', true],
      ['later-changes', 'passed', true],
      ['uncompared', 'not-checked', false],
      ['revocation', 'not-checked', false],
      ['evidence', 'not-checked', false],
    ]);
    expect(wordsIn('en').verdict(report)).toBe('Certificate verified; the evidence itself needs its bundle');
  });

  it('is not checked if its root is not among the anchors, which are named', async () => {
    const report = await verify(certificate, foreign.anchors);

    expect(report.verdict).toBe('not-checked');
    expect(outcomesOf(report, 'certificate')).toEqual([['not-checked', 'issuer-unknown']]);
    expect(outcomesOf(report, 'certificate-timestamp')).toEqual([['not-checked', 'issuer-unknown']]);
  });

  it.each([
    ['the page', () => placeOf('/MediaBox') + 12],
    ['the signature', () => placeOf('/Contents <') + 2_000],
    ['the signed range', () => placeOf('/ByteRange') + 14],
    ['the table of objects', () => placeOf('\nxref') + 12],
    ['the first byte', () => 0],
  ])('fails with a flipped byte in %s, without claims about later changes', async (_what, at) => {
    const report = await verify(flip(at()));

    expect(report.verdict).toBe('failed');
    expect(report.findings[0]).toMatchObject({ check: 'certificate', outcome: 'failed' });
    expect(outcomesOf(report, 'later-changes')).toEqual([['not-checked', 'later-unknown']]);
    expect(outcomesOf(report, 'certificate-data')).not.toContainEqual(['passed', expect.anything()]);
  });
});

describe('a certificate that was edited after it was sealed', () => {
  it.each([
    ['text', ['later-content']],
    ['page', ['later-pages']],
    ['comment', ['later-annotation']],
    ['field', ['later-content', 'later-form']],
    ['attachment', ['later-attachment']],
    ['title', ['later-metadata']],
    ['script', ['later-action']],
    ['object', ['later-other']],
  ] as const)('fails and names the change: %s', async (edit, codes) => {
    const report = await verify(await editedPdf(certificate, edit));

    expect(report.verdict).toBe('failed');
    expect(outcomesOf(report, 'later-changes').map(([, code]) => code)).toEqual(codes);
    expect(
      report.findings.filter(({ outcome }) => outcome === 'failed').every(({ check }) => check === 'later-changes'),
    ).toBe(true);
    // What was sealed is unchanged and still has its seal.
    expect(outcomesOf(report, 'certificate')).toEqual([['passed', 'signed-by']]);
  });

  it('agrees with pdfsig', async () => {
    const edited = await editedPdf(certificate, 'text');
    await writeFile(join(home, 'edited.pdf'), edited);
    await writeFile(join(home, 'certificate.pdf'), certificate);

    const report = await verify(edited);
    const [whole, more] = await Promise.all(
      ['certificate.pdf', 'edited.pdf'].map((name) => run('pdfsig', ['-nocert', name], { cwd: home })),
    );

    expect(outcomesOf(report, 'later-changes')).toEqual([['failed', 'later-content']]);
    expect(whole?.stdout).toContain('Total document signed');
    expect(more?.stdout).toContain('Signature is Valid.');
    expect(more?.stdout).toContain('Not total document signed');
  });

  it('reports bytes that are no revision, and a revision that cannot be read', async () => {
    const appended = (text: string) => verify(Buffer.concat([certificate, Buffer.from(text)]));

    expect(outcomesOf(await appended('% more\n'), 'later-changes')).toEqual([['failed', 'later-trailing']]);
    expect(outcomesOf(await appended('startxref\n7\n%%EOF\n'), 'later-changes')).toEqual([['failed', 'later-unread']]);
    expect(outcomesOf(await appended('/ByteRange [\nstartxref\n7\n%%EOF\n'), 'certificate')).toEqual([
      ['passed', 'signed-by'],
    ]);
  });

  it('has no seal if another program saved it again', async () => {
    const report = await verify(await plainPdf({ attached: certificateFile.name }));

    expect(outcomesOf(report, 'certificate')).toEqual([['failed', 'seal-missing']]);
  });
});

describe('another PDF', () => {
  it.each([
    ['plain', () => plainPdf()],
    ['with object streams', () => plainPdf({ useObjectStreams: true })],
    ['with another file attached', () => plainPdf({ attached: 'holiday.json' })],
    ['cut short', async () => Buffer.from('%PDF-1.7\n')],
  ])('is not taken for a certificate: %s', async (_what, made) => {
    const report = await verify(await made());

    expect(report).toMatchObject({ verdict: 'failed', certificate: null });
    expect(report.findings).toMatchObject([{ check: 'container', code: 'no-certificate' }]);
  });
});

describe('proofkeep verify certificate.pdf', () => {
  async function onTheCommandLine(pdf: Uint8Array, ...args: string[]) {
    const [file, trust] = [join(home, 'given.pdf'), join(home, 'anchors.json')];
    await Promise.all([writeFile(file, pdf), writeFile(trust, bundle.anchors)]);
    let stdout = '';
    const write = (text: string) => {
      stdout += text;
    };
    const code = await runVerify([file, '--trust', trust, ...args], { stdout: { write }, stderr: { write }, env: {} });
    return { code, stdout };
  }

  it('prints the number, the checks and what was not checked, in both languages', async () => {
    const english = await onTheCommandLine(certificate, '--lang', 'en');
    const chinese = await onTheCommandLine(certificate, '--lang', 'zh');

    expect(english.code).toBe(0);
    expect(english.stdout).toMatch(/^PK\w+\n✓ passed {2}Certificate signature/);
    expect(english.stdout).toContain('✓ passed  Changes after the seal    nothing was added after it was sealed');
    expect(english.stdout).toContain('– not checked  The evidence itself');
    expect(chinese.stdout).toContain('✓ 存证证书核验通过；证据本身须用证据包核验');
  });

  it('ends with 1 for an edited certificate, and with 2 for another PDF', async () => {
    expect((await onTheCommandLine(Buffer.concat([certificate, Buffer.from('more')]))).code).toBe(1);
    expect(await onTheCommandLine(await plainPdf(), '--lang', 'zh')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('不是存证证书'),
    });
  });
});
