import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCertifiedPdf } from '@proofkeep/pki';
import PDFKit from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { type Authority, openAuthority } from './authority.ts';
import { type CertifyOptions, certifyPdf } from './pades.ts';
import { run, signatureTimestampOf, temporaryFolder, writeTrust } from './testing/tools.ts';
import { timestampAuthority, tokenSource } from './timestamp-authority.ts';

/** Two pages, a link on the first. */
async function drawn(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFKit(options);
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve) => document.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve));
  document.text('First page', { link: 'https://example.com/' }).addPage().text('Second page').end();
  await ended;
  return Buffer.concat(chunks);
}

/** A PNG of one red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

async function given(o: Partial<CertifyOptions> = {}) {
  const folder = await temporaryFolder();
  const authority = await openAuthority(folder);
  const pdf = await drawn();
  const certified = Buffer.from(await certifyPdf(pdf, authority.seal, { ...plain(authority), ...o }));
  await writeTrust(folder, authority);
  await writeFile(join(folder, 'certified.pdf'), certified);
  return { folder, authority, pdf, certified };
}

const plain = (authority: Authority): CertifyOptions => ({
  timestamp: tokenSource(timestampAuthority(authority.tsa)),
  signerName: '存证印章',
  reason: '签发存证证书',
  claimedAt: new Date('2026-11-21T04:05:06Z'),
});

/** The byte range of the signature and its CMS object, read from the file as a verifier reads it. */
function signatureOf(pdf: Buffer) {
  const range = /\/ByteRange \[ (\d+) (\d+) (\d+) (\d+) *\]/.exec(pdf.toString('latin1'));
  const [start = 0, before = 0, after = 0, rest = 0] = (range ?? []).slice(1).map(Number);
  const padded = Buffer.from(pdf.toString('latin1', before + 1, after - 1), 'hex');
  const cms = padded.subarray(0, padded.readUInt16BE(2) + 4);
  return {
    start,
    before,
    after,
    rest,
    padded,
    cms,
    signed: Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)]),
  };
}

describe('a certified PDF', () => {
  it('is valid and completely signed for pdfsig, and well-formed for qpdf', async () => {
    const { folder } = await given();

    const { output } = await run('pdfsig', ['-nocert', 'certified.pdf'], folder);
    const checked = await run('qpdf', ['--check', 'certified.pdf'], folder);

    expect(output).toContain('Signature Validation: Signature is Valid.');
    expect(output).toContain('Total document signed');
    expect(output).toContain('Signature Type: ETSI.CAdES.detached');
    expect(output).toContain('Signer Certificate Common Name: Proofkeep Development Seal');
    expect(checked).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('No syntax or stream encoding errors'),
    });
  });

  it('is trusted by pdfsig if the root is', async () => {
    const { folder } = await given();
    await run('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password'], folder);
    const unknown = await run('pdfsig', ['-nssdir', folder, 'certified.pdf'], folder);
    await run('certutil', ['-A', '-d', `sql:${folder}`, '-n', 'root', '-t', ',C,', '-i', 'root.pem'], folder);

    const known = await run('pdfsig', ['-nssdir', folder, 'certified.pdf'], folder);

    expect(unknown.output).toContain('Certificate Validation: Certificate issuer is unknown.');
    expect(known.output).toContain('Certificate Validation: Certificate is Trusted.');
  });

  it('contains a signature that openssl verifies as CAdES over exactly the byte range', async () => {
    const { folder, certified } = await given();
    const { start, before, after, rest, cms, signed } = signatureOf(certified);
    await writeFile(join(folder, 'signature'), cms);
    await writeFile(join(folder, 'signed'), signed);
    const form = ['-binary', '-cades', '-inform', 'DER', '-purpose', 'any', '-out', '/dev/null'];
    const files = ['-in', 'signature', '-content', 'signed', '-CAfile', 'root-crls.pem', '-crl_check_all'];

    const verified = await run('openssl', ['cms', '-verify', ...form, ...files], folder);

    expect(verified.output).toContain('CAdES Verification successful');
    expect([start, after + rest]).toEqual([0, certified.length]);
    expect([certified.toString('latin1', before, before + 1), certified.toString('latin1', after - 1, after)]).toEqual([
      '<',
      '>',
    ]);
  });

  it('pads its signature with zeros only', async () => {
    const { certified } = await given();
    const { padded, cms } = signatureOf(certified);

    expect(padded.length).toBe(16 * 1024);
    expect(padded.subarray(cms.length).every((byte) => byte === 0)).toBe(true);
  });

  it('contains a signature timestamp that openssl verifies', async () => {
    const { folder, certified } = await given();
    const { value, token } = signatureTimestampOf(signatureOf(certified).cms);
    await writeFile(join(folder, 'token'), token);
    const trust = ['-in', 'token', '-token_in', '-CAfile', 'root.pem', '-untrusted', 'chain.pem'];

    const verified = await run('openssl', ['ts', '-verify', '-digest', hash('sha256', value), ...trust], folder);

    expect(verified.output).toContain('Verification: OK');
  });

  it('allows no later change and keeps the original document byte for byte', async () => {
    const { folder, pdf, certified } = await given();
    const { output } = await run('qpdf', ['--qdf', '--object-streams=disable', 'certified.pdf', '-'], folder);

    expect(output).toMatch(/\/TransformMethod \/DocMDP\s+\/TransformParams <<\s+\/P 1\s/);
    expect(output).toMatch(/\/Perms <<\s+\/DocMDP \d+ 0 R/);
    expect(certified.subarray(0, pdf.length).equals(pdf)).toBe(true);
  });

  it('takes its permission from its signature only, regardless of other content in the file', async () => {
    const decoy = '/TransformMethod /DocMDP /TransformParams << /P 1 >>';
    const authority = await openAuthority(await temporaryFolder());
    const certified = await certifyPdf(await drawn({ info: { Title: decoy } }), authority.seal, plain(authority));
    const text = Buffer.from(certified).toString('latin1');
    const other = Buffer.from(text.replace(/(\/Type \/TransformParams\s+\/P )1/, '$12'), 'latin1');

    expect(text).toContain(decoy);
    expect((await readCertifiedPdf(certified)).docMdp).toBe(1);
    expect((await readCertifiedPdf(other)).docMdp).toBe(2);
  });

  it('still shows its text and its link', async () => {
    const { folder } = await given();

    const text = await run('pdftotext', ['certified.pdf', '-'], folder);
    const { output } = await run('qpdf', ['--qdf', '--object-streams=disable', 'certified.pdf', '-'], folder);

    expect(text.output).toMatch(/First page\s+Second page/);
    expect(output).toContain('/URI (https://example.com/)');
  });

  it('shows name, reason and claimed time to readers, with intact Chinese', async () => {
    const { folder } = await given();
    const { output } = await run('qpdf', ['--json', '--json-key=qpdf', 'certified.pdf'], folder);

    expect(output).toContain('"/Name": "u:存证印章"');
    expect(output).toContain('"/Reason": "u:签发存证证书"');
    expect(output).toContain('"/M": "u:D:20261121040506Z"');
  });

  it('draws the seal at the requested place, or not at all', async () => {
    const drawnSeal = await given({ appearance: { picture: png, page: 1, rect: [100, 100, 200, 200] } });
    const undrawn = await given();
    const redOf = async (folder: string, page: string) => {
      await run('pdftoppm', ['-r', '36', '-f', page, '-l', page, '-singlefile', 'certified.pdf', 'page'], folder);
      const pixels = (await readFile(join(folder, 'page.ppm'))).toString('latin1');
      return pixels.split('\xff\x00\x00').length - 1;
    };

    expect(await redOf(drawnSeal.folder, '2')).toBeGreaterThan(2000);
    expect(await redOf(drawnSeal.folder, '1')).toBe(0);
    expect(await redOf(undrawn.folder, '2')).toBe(0);
    const { output } = await run('pdfsig', ['-nocert', 'certified.pdf'], drawnSeal.folder);
    expect(output).toContain('Signature is Valid.');
  });

  it.each([
    ['in the document', 900],
    ['in the seal', -400],
  ])('is refused by pdfsig when a byte %s is changed', async (_, at) => {
    const { folder, certified } = await given();
    const altered = Buffer.from(certified);
    altered[at < 0 ? altered.length + at : at]! ^= 0x01;
    await writeFile(join(folder, 'altered.pdf'), altered);

    const { output } = await run('pdfsig', ['-nocert', 'altered.pdf'], folder);

    expect(output).not.toContain('Signature is Valid.');
  });
});

describe('a PDF that cannot be certified', () => {
  it('is rejected when it is already signed', async () => {
    const { authority, certified } = await given();

    await expect(certifyPdf(certified, authority.seal, plain(authority))).rejects.toMatchObject({
      code: 'PDF_UNSUITABLE',
    });
  });

  it.each([
    ['encrypted', drawn({ userPassword: 'secret' })],
    ['no PDF', Promise.resolve(Buffer.from('%PDF-1.7 but no more'))],
  ])('is refused when it is %s', async (_, pdf) => {
    const authority = await openAuthority(await temporaryFolder());

    await expect(certifyPdf(await pdf, authority.seal, plain(authority))).rejects.toMatchObject({
      code: 'PDF_UNSUITABLE',
    });
  });

  it('is rejected when the page of the seal does not exist', async () => {
    const authority = await openAuthority(await temporaryFolder());
    const appearance = { picture: png, page: 2, rect: [0, 0, 10, 10] } as const;

    await expect(certifyPdf(await drawn(), authority.seal, { ...plain(authority), appearance })).rejects.toThrow(
      'no page 3',
    );
  });

  it('is rejected rather than given a truncated signature', async () => {
    const authority = await openAuthority(await temporaryFolder());
    const chain = Array.from({ length: 30 }, () => authority.tsa.chain).flat();
    const timestamp = tokenSource(timestampAuthority({ key: authority.tsa.key, chain }));

    await expect(certifyPdf(await drawn(), authority.seal, { ...plain(authority), timestamp })).rejects.toMatchObject({
      code: 'SIGNATURE_TOO_LARGE',
    });
  });
});
