import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentTypes, parseSignedData, verifySignedData } from './cms.ts';
import { checkCrl, parseCrl } from './crl.ts';
import { PkiError } from './error.ts';
import { findPath } from './path.ts';
import { readPdfSignature } from './pdf.ts';
import { parseTimestamp, verifyTimestamp } from './timestamp.ts';
import { type Certificate, parseCertificate } from './x509.ts';

/** A small authority made with the openssl command: root → issuing → signer and timestamp authority. */
let home: string;
const content = Buffer.from('what is signed');
const sh = (command: string) => execFileSync('bash', ['-ec', command], { cwd: home, stdio: 'pipe' });
const read = (name: string) => new Uint8Array(readFileSync(join(home, name)));
const certificate = (name: string): Certificate => parseCertificate(read(`${name}.der`));

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'pki-'));
  writeFileSync(join(home, 'content'), content);
  writeFileSync(
    join(home, 'x.cnf'),
    `[ca]
basicConstraints=critical,CA:TRUE
keyUsage=critical,keyCertSign,cRLSign
[short]
basicConstraints=critical,CA:TRUE,pathlen:0
keyUsage=critical,keyCertSign,cRLSign
[signer]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=1.3.6.1.5.5.7.3.36
[tsa]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
[strange]
1.2.3.4=critical,DER:0500
[t]
default_tsa=d
[d]
serial=serial
signer_digest=sha256
default_policy=1.2.3.4
digests=sha256,sha384,sha512
ess_cert_id_alg=sha256
accuracy=secs:1
[crlca]
database=index
default_md=sha256
default_crl_days=30
crlnumber=number
crl_extensions=crl
[crl]
authorityKeyIdentifier=keyid
`,
  );
  const make = (name: string, issuer: string | null, section: string, key = 'EC -pkeyopt ec_paramgen_curve:P-256') => {
    sh(`openssl genpkey -algorithm ${key} -out ${name}.key`);
    sh(`openssl req -new -key ${name}.key -subj '/O=Test/CN=${name}' -out ${name}.csr`);
    const by = issuer ? `-CA ${issuer}.pem -CAkey ${issuer}.key -CAcreateserial` : `-signkey ${name}.key`;
    sh(
      `openssl x509 -req -in ${name}.csr ${by} -days 30 -sha256 -extfile x.cnf -extensions ${section} -out ${name}.pem`,
    );
    sh(`openssl x509 -in ${name}.pem -outform DER -out ${name}.der`);
  };
  make('root', null, 'ca');
  make('issuing', 'root', 'short');
  make('signer', 'issuing', 'signer');
  make('rsa', 'issuing', 'signer', 'RSA -pkeyopt rsa_keygen_bits:2048');
  make('tsa', 'issuing', 'tsa');
  make('below', 'issuing', 'ca');
  make('deep', 'below', 'signer');
  make('strange', 'root', 'strange');
  make('stranger', null, 'ca');
  for (const signer of ['signer', 'rsa'])
    sh(
      `openssl cms -sign -binary -cades -nosmimecap -noattr -in content -signer ${signer}.pem -inkey ${signer}.key -certfile issuing.pem -outform DER -out ${signer}.p7s 2>/dev/null || true`,
    );
  for (const signer of ['signer', 'rsa'])
    sh(
      `openssl cms -sign -binary -cades -nosmimecap -in content -signer ${signer}.pem -inkey ${signer}.key -certfile issuing.pem -outform DER -out ${signer}.p7s`,
    );
  sh(
    'echo 01 > serial; openssl ts -query -data content -sha256 -cert -no_nonce -out q; openssl ts -reply -config x.cnf -section d -queryfile q -signer tsa.pem -inkey tsa.key -chain issuing.pem -token_out -out token',
  );
  sh(
    'touch index; echo 01 > number; openssl ca -config x.cnf -name crlca -keyfile issuing.key -cert issuing.pem -revoke rsa.pem -crl_reason keyCompromise; openssl ca -config x.cnf -name crlca -keyfile issuing.key -cert issuing.pem -gencrl -out crl.pem; openssl crl -in crl.pem -outform DER -out crl.der',
  );
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

const now = () => new Date();
const verifyCms = async (bytes: Uint8Array, over = content, roots = [certificate('root')]) =>
  verifySignedData(await parseSignedData(bytes), { content: over, contentType: contentTypes.data, roots, at: now() });

describe('certificate paths', () => {
  it('lead to a trusted root only', async () => {
    const found = await findPath({
      certificate: certificate('signer'),
      intermediates: [certificate('issuing')],
      roots: [certificate('root')],
      at: now(),
    });
    expect(found.map((one) => one.subjectText)).toEqual(['CN=signer, O=Test', 'CN=issuing, O=Test', 'CN=root, O=Test']);

    const lost = findPath({
      certificate: certificate('signer'),
      intermediates: [certificate('issuing')],
      roots: [certificate('stranger')],
      at: now(),
    });
    await expect(lost).rejects.toMatchObject({ code: 'PATH' });
  });

  it('respect path lengths and validity', async () => {
    const o = { intermediates: [certificate('issuing'), certificate('below')], roots: [certificate('root')] };
    await expect(findPath({ ...o, certificate: certificate('deep'), at: now() })).rejects.toThrow(
      'does not allow a path with so many',
    );
    const later = new Date(Date.now() + 90 * 86_400_000);
    await expect(findPath({ ...o, certificate: certificate('signer'), at: later })).rejects.toThrow('was valid until');
  });

  it('reject an unknown critical extension', () => {
    expect(() => certificate('strange')).toThrow('critical extension 1.2.3.4');
  });
});

describe('CMS', () => {
  it.each(['signer', 'rsa'])('is accepted when openssl signed it with %s', async (name) => {
    expect((await verifyCms(read(`${name}.p7s`)))[0]?.subjectText).toContain(name);
  });

  it('is rejected over other content, for another root, and with any byte flipped', async () => {
    const signed = read('signer.p7s');
    await expect(verifyCms(signed, Buffer.from('another'))).rejects.toMatchObject({ code: 'MISMATCH' });
    await expect(verifyCms(signed, content, [certificate('stranger')])).rejects.toMatchObject({ code: 'PATH' });
    for (let at = 0; at < signed.length; at++) {
      const altered = new Uint8Array(signed);
      altered[at] = (altered[at] as number) ^ 1;
      await expect(verifyCms(altered), `byte ${at}`).rejects.toBeInstanceOf(PkiError);
    }
  }, 60_000);

  it('rejects any bytes with a PkiError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await expect(parseSignedData(bytes)).rejects.toBeInstanceOf(PkiError);
      }),
    );
  });
});

describe('a timestamp token', () => {
  const verify = async (bytes: Uint8Array, over = content) =>
    verifyTimestamp(await parseTimestamp(bytes), { content: over, roots: [certificate('root')] });

  it('is accepted from openssl and gives its time', async () => {
    const timestamp = await parseTimestamp(read('token'));
    expect(Math.abs(timestamp.at.getTime() - Date.now())).toBeLessThan(120_000);
    expect(timestamp.policy).toBe('1.2.3.4');
    expect((await verify(read('token')))[0]?.subjectText).toContain('tsa');
  });

  it('is rejected over other content and with any byte flipped', async () => {
    await expect(verify(read('token'), Buffer.from('another'))).rejects.toThrow('another content');
    const token = read('token');
    for (let at = 0; at < token.length; at++) {
      const altered = new Uint8Array(token);
      altered[at] = (altered[at] as number) ^ 1;
      await expect(verify(altered), `byte ${at}`).rejects.toBeInstanceOf(PkiError);
    }
  }, 60_000);
});

describe('a CRL', () => {
  it('lists revoked certificates and verifies under its issuer only', async () => {
    const crl = parseCrl(read('crl.der'));
    await checkCrl(crl, certificate('issuing'));

    expect(crl.revoked).toEqual([expect.objectContaining({ serial: certificate('rsa').serial, reason: 1 })]);
    await expect(checkCrl(crl, certificate('root'))).rejects.toMatchObject({ code: 'MISMATCH' });
  });

  it.each([
    ['of the list', '0603551d140403020101'], // its number
    ['of an entry', '0603551d1504030a0101'], // the reason keyCompromise
  ])('is refused with an unknown critical extension %s, RFC 5280 §5.2 and §5.3', (_, extension) => {
    const crl = Buffer.from(read('crl.der')).toString('hex');
    expect(crl).toContain(extension);
    const critical = Buffer.from(crl.replace(extension, '06012a0101ff04020500'), 'hex');

    expect(() => parseCrl(critical)).toThrow('critical extension 1.2');
  });
});

describe('a PDF signature', () => {
  const pdf = (range: string, gap: string, more = '') => {
    const head = `%PDF-1.7\n1 0 obj\n<< /Type /Sig /SubFilter /ETSI.CAdES.detached /ByteRange [${range}] /Contents `;
    return Buffer.from(`${head}${gap} >>\nendobj\n%%EOF\n${more}`, 'latin1');
  };
  const gap = '<3003020101000000>';
  const whole = () => {
    const draft = pdf('0 000 000 000', gap);
    const start = draft.indexOf(gap);
    const pad = (value: number) => String(value).padStart(3, '0');
    return pdf(`0 ${pad(start)} ${pad(start + gap.length)} ${pad(draft.length - start - gap.length)}`, gap);
  };

  it('is found with the bytes it covers', () => {
    const found = readPdfSignature(whole());
    expect(Buffer.from(found.cms).toString('hex')).toBe('3003020101');
    expect(found.signedBytes.length).toBe(whole().length - gap.length);
  });

  it('is rejected when bytes follow it or its range omits some', () => {
    const text = whole().toString('latin1');
    expect(() => readPdfSignature(Buffer.from(`${text}more`))).toThrow('content was added after it was signed');
    expect(() => readPdfSignature(Buffer.from(text.replace('[0 ', '[1 ')))).toThrow('does not cover the whole file');
    expect(() => readPdfSignature(Buffer.from(text.replace('000000>', '000001>')))).toThrow('hides behind');
    expect(() => readPdfSignature(Buffer.from(`${text.slice(0, -1)}/`))).not.toThrow();
    expect(() => readPdfSignature(Buffer.from('%PDF-1.7\n'))).toThrow('no signature');
  });
});
