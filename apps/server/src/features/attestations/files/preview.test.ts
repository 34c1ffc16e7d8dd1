import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { attestationCalls as calls, Envelope } from '@proofkeep/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Login, useService } from '../../../testing/service.ts';
import { sendFile } from '../../uploads/testing/files.ts';

const service = useService();
const { ask, given } = service;
let holder: Login;

beforeAll(async () => {
  holder = await given.login({ isWelcomed: false });
  await given.credit(holder, 1_000_000);
});

async function attested(name: string, bytes: Buffer, as = holder): Promise<string> {
  const { data } = await sendFile(service, calls.uploadFile, {}, { as: as.token, bytes, name });
  const { fileId } = data;
  return (await ask(calls.preserveFiles, { files: [{ fileId }] }, { as: as.token })).data.attestation.ano;
}
async function preview(ano: string, headers: Record<string, string> = {}, as = holder) {
  const url = `/creditor/attestaion/file/preview/${ano}`;
  return service.app.inject({ url, headers: { 'x-auth-token': as.token, ...headers } });
}
const refusedWith = async (name: string, bytes: Buffer) =>
  Envelope.parse((await preview(await attested(name, bytes))).json()).errorCode;

/** A PNG whose header claims these dimensions (ISO/IEC 15948), with almost no data. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const data = deflateSync(Buffer.alloc(8 * 2 ** 20));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const mp4 = Buffer.concat([
  Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
  Buffer.alloc(5_000, 'x'),
]);

describe('a preview', () => {
  it('is a redrawn image that contains nothing else of the file', async () => {
    const photo = await sharp({ create: { width: 4_000, height: 30, channels: 3, background: '#88aacc' } })
      .withExif({ IFD0: { ImageDescription: 'secret-remark' } })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]);

    const answer = await preview(await attested('photo.html', polyglot));

    expect(answer.headers['content-type']).toBe('image/webp');
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(2_048);
    expect(answer.rawPayload.includes('script')).toBe(false);
    expect(answer.rawPayload.includes('secret-remark')).toBe(false);
  });

  it.each([
    ['an HTML page', 'page.html', '<html><script>alert(1)</script>'],
    ['an SVG picture', 'picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an XML file', 'data.xml', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>'],
  ])('shows %s as plain text in a sandbox', async (_, name, text) => {
    const { headers, body } = await preview(await attested(name, Buffer.from(text)));

    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(body).toBe(text);
  });

  it('reads texts in GB 18030 and cuts long ones between characters', async () => {
    const gbk = Buffer.from('d6d0b9fa', 'hex');

    expect((await preview(await attested('a.txt', gbk))).body).toBe('中国');
    const long = await preview(await attested('b.txt', Buffer.from('国'.repeat(200_000))));
    expect(long.body).toMatch(/^国+$/);
    expect(Buffer.byteLength(long.body)).toBeLessThanOrEqual(256 * 1024);
  });

  it('serves sound and video in ranges', async () => {
    const ano = await attested('film.mp4', mp4);

    const part = await preview(ano, { range: 'bytes=10-19' });
    expect(part.statusCode).toBe(206);
    expect(part.headers).toMatchObject({ 'content-type': 'video/mp4', 'content-range': `bytes 10-19/${mp4.length}` });
    expect(part.rawPayload).toEqual(mp4.subarray(10, 20));
    expect((await preview(ano, { range: `bytes=${mp4.length}-` })).statusCode).toBe(416);
    expect((await preview(ano)).rawPayload).toEqual(mp4);
  });

  it('does not open unsafe formats: archives, office documents, PDFs outside a bundle', async () => {
    const zip = Buffer.from('504b03040a0000000000', 'hex');

    expect(await refusedWith('a.zip', zip)).toBe('PREVIEW_NONE');
    expect(await refusedWith('a.txt', gzipSync(Buffer.alloc(10 * 2 ** 20)))).toBe('PREVIEW_NONE');
    expect(await refusedWith('a.txt', Buffer.from([0, 1, 2, 3]))).toBe('PREVIEW_NONE');
    const pdf = await attested('a.pdf', Buffer.from('%PDF-1.7'));
    expect((await ask(calls.openPdf, { ano: pdf, n: 1 }, { as: holder.token })).refused).toBe('PREVIEW_NONE');
  });

  it('refuses an image of 60,000 × 60,000 pixels at once, without allocating memory for it', async () => {
    const ano = await attested('bomb.png', png(60_000, 60_000));
    const before = process.memoryUsage().rss;
    const begunAt = performance.now();

    const answer = await preview(ano);

    expect(Envelope.parse(answer.json()).errorCode).toBe('UPLOAD_PIXELS');
    expect(performance.now() - begunAt).toBeLessThan(5_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 2 ** 20);
    expect(await refusedWith('broken.png', png(10_000, 4_000).subarray(0, 500))).toBe('UPLOAD_BROKEN');
  });

  it('returns NOT_FOUND to another account', async () => {
    const other = await given.login();

    expect((await preview(await attested('a.txt', Buffer.from('a')), {}, other)).statusCode).toBe(404);
    const pdf = await attested('a.pdf', Buffer.from('%PDF-1.7'));
    expect((await ask(calls.openPdf, { ano: pdf, n: 1 }, { as: other.token })).refused).toBe('NOT_FOUND');
  });
});
