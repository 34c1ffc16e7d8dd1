import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ByteRange } from '../../../store/store.ts';
import { placesIn } from './text-places.ts';

const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** A PDF as docs/formats/data.md describes `page.pdf`: pages of 300 × 150 points with these drawings. */
function pdfOf(drawings: string[], picture = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  const size = () => parts.reduce((sum, { length }) => sum + length, 0);
  const add = (number: number, ...value: (string | Buffer)[]) => {
    offsets[number] = size();
    parts.push(Buffer.from(`${number} 0 obj\n`), ...value.map((one) => Buffer.from(one)), Buffer.from('\nendobj\n'));
  };
  for (const [at, drawing] of drawings.entries()) {
    const stream = deflateSync(`q Q\nBT 3 Tr\n${drawing}ET`);
    add(at * 2 + 1, `<</Filter/FlateDecode/Length ${stream.length}>>\nstream\n`, stream, '\nendstream');
    add(at * 2 + 2, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 150]/Contents ${at * 2 + 1} 0 R>>`);
  }
  if (picture)
    add(drawings.length * 2 + 1, `<</Subtype/Image/Length ${picture.length}>>\nstream\n${picture}\nendstream`);
  const start = size();
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  parts.push(Buffer.from(`xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<<>>\n`));
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** Reads as from the store; counts the bytes. */
async function read(pdf: Uint8Array) {
  let readBytes = 0;
  const places = await placesIn(pdf.length, async ({ start, end }: ByteRange) => {
    readBytes += end + 1 - start;
    return Buffer.from(pdf.subarray(start, end + 1));
  });
  return { ...places, readBytes };
}

/** At 40, 20 pixels from the page's top left, 80 × 16 pixels large. */
const piece = (text: string) =>
  `/F 12 Tf ${((60 / (text.length * 0.5 * 12)) * 100).toFixed(2)} Tz 1 0 0 1 30 ${150 - 15 - 12 * 0.8} Tm <${hexOf(text)}> Tj\n`;

describe('places of text in a picture', () => {
  it('are read from the invisible text of page.pdf, from the top of the whole picture', async () => {
    const { list: places } = await read(pdfOf([piece('first'), piece('价格 99 元')]));

    expect(places.map(({ text }) => text)).toEqual(['first', '价格 99 元']);
    for (const [at, { x, y, width, height }] of places.entries()) {
      expect(x).toBeCloseTo(40);
      expect(y).toBeCloseTo(20 + at * 200);
      expect(width).toBeCloseTo(80, 1);
      expect(height).toBeCloseTo(16);
    }
  });

  it('are read without the pictures', async () => {
    const { list, readBytes } = await read(pdfOf([piece('first')], 'x'.repeat(5_000_000)));

    expect(list).toHaveLength(1);
    expect(readBytes).toBeLessThan(70_000);
  });

  it('aren’t found in any other file', async () => {
    for (const other of ['%PDF-1.7\nsomething else\n%%EOF', 'startxref\n4\n%%EOF\n', ''])
      expect((await read(Buffer.from(other))).list).toEqual([]);
  });
});
