import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hitsIn, placesIn } from './text-places.ts';

const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** A PDF as docs/formats/data.md describes `page.pdf`: pages of 300 × 150 points with these drawings. */
function pdfOf(drawings: string[]): Uint8Array {
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
  const start = size();
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  parts.push(Buffer.from(`xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<<>>\n`));
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** At 40, 20 pixels from the page's top left, 80 × 16 pixels large. */
const piece = (text: string) =>
  `/F 12 Tf ${((60 / (text.length * 0.5 * 12)) * 100).toFixed(2)} Tz 1 0 0 1 30 ${150 - 15 - 12 * 0.8} Tm <${hexOf(text)}> Tj\n`;

describe('places of text in a picture', () => {
  it('are read from the invisible text of page.pdf, from the top of the whole picture', async () => {
    const places = await placesIn(pdfOf([piece('first'), piece('价格 99 元')]));

    expect(places.map(({ text }) => text)).toEqual(['first', '价格 99 元']);
    for (const [at, { x, y, width, height }] of places.entries()) {
      expect(x).toBeCloseTo(40);
      expect(y).toBeCloseTo(20 + at * 200);
      expect(width).toBeCloseTo(80, 1);
      expect(height).toBeCloseTo(16);
    }
  });

  it('of a hit are its share of the piece', () => {
    const place = { text: '价格 99 元', x: 100, y: 0, width: 100, height: 10 };

    const [hit, ...others] = hitsIn([place], /99/g);

    expect(others).toEqual([]);
    // Two Chinese characters weigh four, each of the others one or two: 5 of 10 before the hit, 2 in it.
    expect(hit).toMatchObject({ text: '99', x: 150, width: 20 });
  });

  it('are none in any other file', async () => {
    expect(await placesIn(Buffer.from('%PDF-1.7\nsomething else\n%%EOF'))).toEqual([]);
    expect(await placesIn(new Uint8Array())).toEqual([]);
  });
});
