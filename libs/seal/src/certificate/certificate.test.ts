import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { drawCertificate } from './certificate.ts';
import type { FilesFacts, PageFacts } from './facts.ts';
import { legalTime } from './text.ts';

const hex = (byte: string) => byte.repeat(32);
const scannedUrl = `https://proofkeep.example/website-show/query?by=certificate&ano=PK20261120ABCDEFGHJKX&sha256=${hex('f5')}`;

function facts(over: Partial<PageFacts> = {}): PageFacts {
  return {
    kind: 'page',
    product: null,
    ano: 'PK20261120ABCDEFGHJKX',
    requestedUrl: 'http://shop.example/item/1',
    finalUrl: 'https://shop.example/item/1',
    title: '存真牌保温杯 龘靐 500 ml',
    submitter: [],
    startedAt: new Date('2026-11-20T06:03:22Z'),
    endedAt: new Date('2026-11-20T06:03:29Z'),
    state: 'complete',
    lacking: [],
    alterations: [],
    isTlsOverridden: false,
    server: {
      status: 200,
      address: '192.0.2.7:443',
      protocol: 'h2',
      date: new Date('2026-11-20T12:30:00Z'),
      tls: null,
      redirects: [],
    },
    environment: [{ label: 'browser', value: 'Chromium 156' }],
    objects: [{ path: 'data/page.wacz', size: 1234567, sha256: hex('0a') }],
    manifestSha256: hex('f5'),
    manifestSm3: hex('c3'),
    timestamps: [{ at: new Date('2026-11-20T06:03:30Z'), authority: 'CN=A', serial: '4F', own: true }],
    clock: 'not compared',
    refusals: [],
    log: { origin: 'log.example/1', index: 17, size: 18, root: 'qyGn' },
    sealedBy: 'CN=Seal',
    thumbnail: png(8, 8),
    qr: scannedUrl,
    ...over,
  };
}

/** The smallest PNG that decodes to a grey picture. */
function png(width: number, height: number): Uint8Array {
  const chunk = (type: string, body: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), body]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(body.length, 0);
    frame.writeUInt32BE(crc32(typed), 4);
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 0x80));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

async function drawn(over: Partial<PageFacts> | FilesFacts = {}): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'certificate-')), 'certificate.pdf');
  const all = 'files' in over ? over : facts(over);
  writeFileSync(path, await drawCertificate(all, new Date('2026-11-20T06:03:31Z')));
  return path;
}

const textOf = (path: string) => execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });

describe('the certificate of uploaded files', () => {
  const listed = {
    name: '合同/正本 1.pdf',
    size: 1234567,
    modifiedAt: '2026-11-01T00:00:00.000Z',
    path: 'data/files/0001.pdf',
    sha256: hex('0a'),
    sm3: hex('0b'),
    declaredSha256: hex('0a'),
  };
  const about = (kind: FilesFacts['kind']): FilesFacts => {
    const { ano, title, submitter, manifestSha256, manifestSm3, timestamps, clock, refusals, log, sealedBy, qr } =
      facts();
    const common = {
      ano,
      title,
      submitter,
      manifestSha256,
      manifestSm3,
      timestamps,
      clock,
      refusals,
      log,
      sealedBy,
      qr,
    };
    return { ...common, kind, examinedAt: new Date('2026-11-20T06:03:29Z'), bytes: 1234567, files: [listed] };
  };

  it('lists names, sizes and both digests, and nothing about a page', async () => {
    const text = textOf(await drawn(about('files')));

    for (const said of [
      listed.name,
      '1,234,567',
      hex('0a'),
      hex('0b'),
      '2026-11-20 14:03:29 (UTC+8)',
      '2026-11-01 08:00:00',
    ])
      expect(text).toContain(said);
    expect(text).not.toMatch(/网页|网址|浏览器|URL|browser/);
  });

  it('states for digests that the files were never received', async () => {
    const text = textOf(await drawn(about('digests'))).replace(/\s+/g, ' ');

    expect(text).toContain('neither received nor read the files');
    expect(text).toContain('本系统未收到、也未读取文件');
  });

  it('lists at most 200 files and counts the rest', async () => {
    const files = Array.from({ length: 203 }, (_, n) => ({ ...listed, name: `file ${n}.pdf` }));

    const text = textOf(await drawn({ ...about('files'), files }));

    expect(text).toContain('file 199.pdf');
    expect(text).not.toContain('file 200.pdf');
    expect(text).toContain('3 more, see data/files.json');
  });
});

describe('the certificate of a live session', () => {
  it('claims chained chunks for picture and input only', async () => {
    const text = textOf(await drawn({ kind: 'live' })).replace(/\s+/g, ' ');

    expect(text).toContain('Picture and input were hashed in chunks');
    expect(text).toContain('Network traffic was packed when the recording ended');
    expect(text.replace(/ /g, '')).toContain('网络数据在录制结束后整体封存');
  });
});

describe('the certificate', () => {
  it('contains selectable Chinese and English text, digests and times', async () => {
    const text = textOf(await drawn());

    for (const part of ['存证证书', 'PK20261120ABCDEFGHJKX', '存真牌保温杯 龘靐 500 ml', hex('f5'), hex('c3')])
      expect(text).toContain(part);
    expect(text).toContain('2026-11-20 14:03:22 (UTC+8)');
    expect(text).toContain('1,234,567');
  });

  it('labels the site’s Date header as stated by the site', async () => {
    expect(textOf(await drawn())).toMatch(/Site date\s+2026-11-20 20:30:00 \(UTC\+8\)/);
  });

  it('marks an uncertified name in both languages, with notes', async () => {
    const chosen = '最高人民法院';
    const submitter: PageFacts['submitter'] = [
      {
        label: ['申请人', 'Applicant'],
        value: null,
        mark: ['未认证', 'Not certified'],
        isUncertified: true,
        notes: [['身份未经核实', 'not verified']],
      },
      { label: ['账号', 'Account'], value: chosen, mark: null, isUncertified: false, notes: [] },
      {
        label: ['操作人', 'Operator'],
        value: chosen,
        mark: ['未认证', 'Not certified'],
        isUncertified: true,
        notes: [],
      },
    ];

    const text = textOf(await drawn({ submitter }));

    expect(text).toMatch(/申请人 *Applicant +未认证 +Not certified\n +身份未经核实\n +not verified/);
    expect(text).toMatch(/账号 *Account +最高人民法院\n/);
    expect(text).toMatch(/操作人 *Operator +最高人民法院 +未认证 +Not certified/);
  });

  it('says plain HTTP only for pages loaded without TLS', async () => {
    const server = { status: 200, address: null, protocol: null, date: null, tls: null, redirects: [] };

    expect(textOf(await drawn({ finalUrl: 'http://shop.example/', server }))).toContain('none (plain HTTP)');
    expect(textOf(await drawn({ finalUrl: 'https://shop.example/', server }))).toContain('not reported by the browser');
  });

  it('lists missing resources with the reason for a partial capture', async () => {
    const lacking: PageFacts['lacking'] = [
      { what: 'http://shop.example/a.png', why: ['网络错误：connection reset', 'network error: connection reset'] },
    ];

    expect(textOf(await drawn({ state: 'partial', lacking }))).toMatch(
      /a\.png[^]*网络错误：connection reset[^]*network error/,
    );
    expect(textOf(await drawn())).not.toContain('缺失与提示');
  });

  it('lists changes by the tool, with straight quotes in English, and qualifies “Complete” when the site’s certificate was rejected', async () => {
    const text = textOf(
      await drawn({ alterations: [['已点击“同意”。', '“Agree” was pressed.']], isTlsOverridden: true }),
    );

    expect(text).toMatch(/完整 Complete\s+网站证书未获浏览器认可[^]*site certificate rejected/);
    expect(text).toMatch(/Changes made by the capture tool\s+已点击“同意”。\s+"Agree" was pressed\./);
    expect(textOf(await drawn())).not.toContain('site certificate rejected');
  });

  it('lists outside authorities that gave no timestamp, with the reason in both languages', async () => {
    const refusals = [{ authority: 'http://tsa.example/tsr', why: 'refused', detail: 'not granted: badAlg' }] as const;

    expect(textOf(await drawn({ refusals }))).toMatch(
      /未取得时间戳.*tsa\.example\/tsr +外部 outside\n +该机构拒绝签发.*declined: .*badAlg/,
    );
    expect(textOf(await drawn())).not.toContain('未取得时间戳');
  });

  it('names the issuing authorities and the limits of the certificate', async () => {
    const text = textOf(await drawn());

    expect(text).toContain('未经第三方认证');
    expect(text).toContain('本证书不证明');
  });

  it('breaks into numbered pages and stays a valid PDF', async () => {
    const objects = Array.from({ length: 120 }, (_, i) => ({ path: `data/part-${i}.png`, size: i, sha256: hex('0b') }));
    const path = await drawn({ objects });

    expect(textOf(path)).toMatch(/PK20261120ABCDEFGHJKX\s+·\s+(\d) \/ \1\s*$/);
    expect(textOf(path)).toContain('data/part-119.png');
    expect(() => execFileSync('qpdf', ['--check', path])).not.toThrow();
  });

  it('embeds attestation number and digests for programs, as PDF/A-3 requires', async () => {
    const path = await drawn();
    const qpdf = execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { encoding: 'latin1' });
    const extracted = `${path}.json`;
    execFileSync('pdfdetach', ['-savefile', 'evidence.json', '-o', extracted, path]);

    expect(qpdf).toMatch(/<pdfaid:part>3<[^]*<pdfaid:conformance>B</);
    expect(qpdf).toContain('/OutputIntents');
    expect(qpdf).toMatch(/\/AFRelationship \/Data[^]*\/UF \(evidence\.json\)/);
    expect(JSON.parse(readFileSync(extracted, 'utf8'))).toEqual({
      v: 2,
      type: 'proofkeep-certificate',
      ano: 'PK20261120ABCDEFGHJKX',
      manifestSha256: hex('f5'),
      manifestSm3: hex('c3'),
    });
  });

  it('moves the mark of a long seal name to its own line instead of breaking it', async () => {
    const sealedBy = `CN=${'Proofkeep development seal '.repeat(3).trim()}, O=Example`;

    expect(textOf(await drawn({ sealedBy }))).toMatch(/\n\s+本系统 own\n/);
    expect(textOf(await drawn())).toMatch(/CN=Seal\s+本系统 own/);
  });

  it('embeds every font', async () => {
    const fonts = execFileSync('pdffonts', [await drawn()], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .slice(2);

    expect(fonts.length).toBeGreaterThan(1);
    for (const line of fonts) expect(line).toMatch(/yes yes yes/);
  });
});

describe('legalTime', () => {
  it("returns UTC+8 regardless of the machine's time zone", () => {
    expect(legalTime(new Date('2026-12-31T23:59:59Z'))).toBe('2027-01-01 07:59:59 (UTC+8)');
  });
});

/** The module exports its function itself, unlike its types. */
const readCode = jsQR as unknown as typeof jsQR.default;

describe('the QR code', () => {
  it.each([110, 200])('is read by a decoder from a page at %s dpi', async (dpi) => {
    const path = await drawn();
    const picture = execFileSync('pdftoppm', ['-r', String(dpi), '-f', '1', '-l', '1', path], { maxBuffer: 2 ** 27 });

    const { pixels, widthPx, heightPx } = rgbaOf(picture);

    expect(readCode(pixels, widthPx, heightPx)?.data).toBe(scannedUrl);
  });
});

/** Reads a PPM picture with 8 bits per channel (netpbm, `P6`). */
function rgbaOf(ppm: Buffer): { pixels: Uint8ClampedArray; widthPx: number; heightPx: number } {
  const [head = '', width = '0', height = '0'] =
    /^P6\s(\d+)\s(\d+)\s255\s/.exec(ppm.subarray(0, 40).toString('latin1')) ?? [];
  const [widthPx, heightPx] = [Number(width), Number(height)];
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255);
  for (let at = 0; at < widthPx * heightPx; at++)
    for (let channel = 0; channel < 3; channel++) pixels[at * 4 + channel] = ppm[head.length + at * 3 + channel] ?? 0;
  return { pixels, widthPx, heightPx };
}
