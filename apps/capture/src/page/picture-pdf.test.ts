import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PicturePdf } from './picture-pdf.ts';

const width = 120;
const height = 90;
/** Every pixel has another colour, so that a shifted or filtered row would show. */
const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => (i * 37 + (i >> 7)) & 0xff));

function png(colourType = 2): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(y * width * 3, (y + 1) * width * 3)]),
  );
  const packed = deflateSync(Buffer.concat(rows));
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, colourType, 0, 0, 0]);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  // In two chunks, as browsers write them.
  const data = [packed.subarray(0, 500), packed.subarray(500)].map((part) => chunk('IDAT', part));
  return Buffer.concat([signature, chunk('IHDR', header), ...data, chunk('IEND', Buffer.alloc(0))]);
}

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picture-pdf-'));
  path = join(folder, 'page.pdf');
  const parts: Uint8Array[] = [];
  const pdf = new PicturePdf(async (bytes) => void parts.push(Buffer.from(bytes)));
  await pdf.begin();
  const boxes = [
    { text: '存真 (a) <b>', x: 4, y: 10, width: 80, height: 16 },
    { text: '第二行', x: 4, y: 40, width: 60, height: 16 },
  ];
  await pdf.page({ png: png(), boxes });
  await pdf.page({ png: png(), boxes: [] });
  await pdf.end('标题 ()', 'test', new Date(0));
  await writeFile(path, Buffer.concat(parts));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });

describe('a PDF of pictures', () => {
  it('is valid for another reader, with title and pages', () => {
    expect(run('qpdf', '--check', path)).toContain('No syntax or stream encoding errors');
    expect(run('pdfinfo', path)).toMatch(/Title:\s+标题 \(\)\n[^]*Pages:\s+2/);
  });

  it('contains the exact pixels of the picture, at their size', async () => {
    run('pdfimages', '-f', '1', '-l', '1', path, join(folder, 'image'));

    const image = await readFile(join(folder, 'image-000.ppm'));
    expect(image.subarray(-pixels.length).equals(pixels)).toBe(true);
    expect(run('pdfinfo', path)).toMatch(/Page size:\s+90 x 67.5 pts/);
  });

  it('contains text that can be searched and copied, line by line', () => {
    expect(run('pdftotext', '-f', '1', '-l', '1', path, '-').trim().split('\n').filter(Boolean)).toEqual([
      '存真 (a) <b>',
      '第二行',
    ]);
  });

  it('rejects a picture whose rows a PDF can’t contain unchanged', async () => {
    const pdf = new PicturePdf(async () => {});
    await pdf.begin();

    await expect(pdf.page({ png: png(6), boxes: [] })).rejects.toThrow('8-bit RGB');
  });
});
