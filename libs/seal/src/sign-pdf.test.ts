import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checkMathematics,
  contentTypes,
  fromPem,
  parseCertificate,
  parseSignedData,
  parseTimestamp,
  readSignedPdf,
  verifySignedData,
} from '@proofkeep/pki';
import { describe, expect, it } from 'vitest';
import { openAuthority } from './authority.ts';
import { Paper } from './certificate/paper.ts';
import { certifyPdf, signPdf } from './pades.ts';
import { run, temporaryFolder, writeTrust } from './testing/tools.ts';
import { timestampAuthority, tokenSource } from './timestamp-authority.ts';

/** A PNG of one red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const people = ['王芳', '李明', '赵敏', '陈静'];

async function given(signers: number) {
  const folder = await temporaryFolder();
  const authority = await openAuthority(folder);
  const paper = new Paper({ title: '询问笔录', subject: 'Transcript', createdAt: new Date() });
  paper.paragraph('问：您是否自愿申请公证？答：是。');
  paper.doc.addPage();
  paper.paragraph('第二页');
  const document = Buffer.from(await paper.finish((number, count) => `${number} / ${count}`));
  let signed: Uint8Array = document;
  for (const [at, signerName] of people.slice(0, signers).entries())
    signed = await signPdf(signed, authority.seal, {
      timestamp: tokenSource(timestampAuthority(authority.tsa)),
      signerName,
      reason: '本人手写签名',
      claimedAt: new Date('2026-11-21T04:05:06Z'),
      appearance: { picture: png, page: 1, rect: [60 + at * 110, 100, 160 + at * 110, 150] },
    });
  await writeTrust(folder, authority);
  await writeFile(join(folder, 'signed.pdf'), signed);
  return { folder, authority, document, signed: Buffer.from(signed) };
}

describe.each([1, 2, 4])('a PDF with %i signatures', (count) => {
  it('is valid for pdfsig and qpdf, each signature over its own revision and the last over the whole file', async () => {
    const { folder } = await given(count);

    const { output } = await run('pdfsig', ['-nocert', 'signed.pdf'], folder);
    const checked = await run('qpdf', ['--check', 'signed.pdf'], folder);

    expect(output.split('Signature Validation: Signature is Valid.')).toHaveLength(count + 1);
    expect(output.split('Total document signed')).toHaveLength(2);
    expect(output.split('Not total document signed')).toHaveLength(count);
    expect(checked.exitCode).toBe(0);
  });

  it('contains signatures that openssl verifies, each over the file as it was when signed', async () => {
    const { folder, signed } = await given(count);
    const form = ['-binary', '-cades', '-inform', 'DER', '-purpose', 'any', '-out', '/dev/null'];
    const files = ['-in', 'signature', '-content', 'content', '-CAfile', 'root-crls.pem', '-crl_check_all'];

    for (const { cms, signedBytes } of readSignedPdf(signed).revisions) {
      await writeFile(join(folder, 'signature'), cms);
      await writeFile(join(folder, 'content'), signedBytes);
      const { output } = await run('openssl', ['cms', '-verify', ...form, ...files], folder);
      expect(output).toContain('CAdES Verification successful');
    }
  });

  it('passes our own verifier, with names, order and the document that everyone signed', async () => {
    const { folder, signed, document } = await given(count);
    const roots = fromPem(await readFile(join(folder, 'root.pem'), 'utf8')).map(parseCertificate);

    const read = readSignedPdf(signed);

    expect(Buffer.from(read.document).equals(document)).toBe(true);
    expect(read.revisions.map(({ signerName }) => signerName)).toEqual(people.slice(0, count));
    for (const { cms, signedBytes: content } of read.revisions) {
      const data = await parseSignedData(cms);
      await checkMathematics(data, { content, contentType: contentTypes.data });
      const { at } = await parseTimestamp(data.timestamp ?? new Uint8Array());
      await verifySignedData(data, { content, contentType: contentTypes.data, roots, at });
    }
  });

  it('keeps its Chinese text selectable', async () => {
    const { folder } = await given(count);

    expect((await run('pdftotext', ['signed.pdf', '-'], folder)).output).toContain('问：您是否自愿申请公证？');
  });
});

describe('a signed PDF that was changed', () => {
  it('is refused if anything follows the last signature', async () => {
    const { folder, signed } = await given(2);
    await run('qpdf', ['signed.pdf', '--rotate=+90:1', 'rotated.pdf'], folder);
    const added = Buffer.concat([signed, Buffer.from('\n% more\nstartxref\n0\n%%EOF\n')]);

    expect(() => readSignedPdf(added)).toThrow('content was added after it was signed');
    expect(() => readSignedPdf(Buffer.from(added.subarray(0, -1)))).toThrow();
  });

  it('is refused if a revision between two signatures changes a page', async () => {
    const { authority, document } = await given(1);
    const options = {
      timestamp: tokenSource(timestampAuthority(authority.tsa)),
      signerName: '王芳',
      reason: '本人手写签名',
      claimedAt: new Date(),
    };
    const once = await signPdf(document, authority.seal, options);
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    const opened = await PDFDocument.load(once, { forIncrementalUpdate: true, updateMetadata: false });
    opened.getPage(0).drawText('and one million more');
    const altered = await opened.commit({ useObjectStreams: false });

    expect(() => readSignedPdf(altered)).toThrow('content was added after it was signed');
    const hidden = await signPdf(altered, authority.seal, { ...options, signerName: '李明' });
    expect(() => readSignedPdf(hidden)).toThrow('it has a revision without a signature');
  });

  it('is refused if the revision of the second signature also changes a page', async () => {
    const { authority, document } = await given(1);
    const options = {
      timestamp: tokenSource(timestampAuthority(authority.tsa)),
      signerName: '王芳',
      reason: '本人手写签名',
      claimedAt: new Date(),
    };
    const twice = Buffer.from(
      await signPdf(await signPdf(document, authority.seal, options), authority.seal, options),
    ).toString('latin1');
    const [, ...pages] = [...twice.matchAll(/\/MediaBox \[\s*0 0 595\.28 841\.89\s*\]/g)];
    const last = pages.at(-1)?.index ?? 0;

    const altered = Buffer.from(`${twice.slice(0, last)}${twice.slice(last).replace('595.28', '100.28')}`, 'latin1');

    expect(() => readSignedPdf(altered)).toThrow('content was changed after it was signed');
  });

  it.each([700, 3_000])('has a wrong digest when byte %i is changed', async (at) => {
    const { signed } = await given(2);
    signed[at]! ^= 1;

    const check = async () => {
      for (const { cms, signedBytes: content } of readSignedPdf(signed).revisions)
        await checkMathematics(await parseSignedData(cms), { content, contentType: contentTypes.data });
    };

    await expect(check()).rejects.toThrow();
  });

  it('accepts no further signature once it is certified', async () => {
    const { authority, document } = await given(1);
    const options = {
      timestamp: tokenSource(timestampAuthority(authority.tsa)),
      signerName: '王芳',
      reason: '本人手写签名',
      claimedAt: new Date(),
    };
    const certified = await certifyPdf(document, authority.seal, options);

    await expect(signPdf(certified, authority.seal, options)).rejects.toMatchObject({ code: 'PDF_UNSUITABLE' });
  });
});
