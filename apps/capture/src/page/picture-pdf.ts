import { deflateSync } from 'node:zlib';
import type { TextBox } from './text-boxes.ts';

/** CSS pixels are 1/96 inch, PDF units 1/72. */
const pointsPerPixel = 0.75;
/** Advance of every character of the invisible font, in thousandths of its size. */
const advance = 500;

export interface PicturePage {
  /** A PNG as written by the browser: 8 bits, RGB, not interlaced. */
  png: Uint8Array;
  /** Text on this page, positions from its top left corner. */
  boxes: TextBox[];
}

/**
 * Writes a PDF (ISO 32000-1) whose pages are pictures under their invisible text, for search and copying. Copies the
 * compressed rows of a PNG into the PDF unchanged (§7.4.4.4, predictor 15): without re-rendering or recompression every
 * pixel equals the screenshot's.
 */
export class PicturePdf {
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #offsets: number[] = [];
  readonly #pages: number[] = [];
  #size = 0;
  #last = 4;

  /**
   * Objects 1 to 4 (catalog, page tree, font, font's Unicode map) have fixed numbers, as they are written at the
   * beginning or at the end.
   */
  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  async begin(): Promise<void> {
    await this.#put('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n');
    await this.#object(
      3,
      '<</Type/Font/Subtype/Type0/BaseFont/Invisible/Encoding/Identity-H/ToUnicode 4 0 R/DescendantFonts[<</Type/Font' +
        `/Subtype/CIDFontType2/BaseFont/Invisible/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW ${advance}` +
        '/FontDescriptor<</Type/FontDescriptor/FontName/Invisible/Flags 5/FontBBox[0 0 500 1000]/ItalicAngle 0/Ascent 800' +
        '/Descent -200/CapHeight 800/StemV 80>>>>]>>',
    );
    await this.#stream(4, '', [Buffer.from(toUnicode)]);
  }

  async page({ png, boxes }: PicturePage): Promise<void> {
    const { width, height, rows } = readPng(png);
    const [image, content, page] = [this.#next(), this.#next(), this.#next()];
    await this.#stream(
      image,
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode` +
        `/DecodeParms<</Predictor 15/Colors 3/BitsPerComponent 8/Columns ${width}>>`,
      rows,
    );
    const drawing = `q ${points(width)} 0 0 ${points(height)} 0 0 cm /P Do Q\n${textOver(boxes, height)}`;
    await this.#stream(content, '/Filter/FlateDecode', [deflateSync(drawing, { level: 1 })]);
    await this.#object(
      page,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${points(width)} ${points(height)}]/Contents ${content} 0 R` +
        `/Resources<</XObject<</P ${image} 0 R>>/Font<</F 3 0 R>>>>>>`,
    );
    this.#pages.push(page);
  }

  async end(title: string, producer: string, at: Date): Promise<void> {
    const kids = this.#pages.map((page) => `${page} 0 R`).join(' ');
    await this.#object(1, '<</Type/Catalog/Pages 2 0 R>>');
    await this.#object(2, `<</Type/Pages/Count ${this.#pages.length}/Kids[${kids}]>>`);
    const information = this.#next();
    const created = at.toISOString().replace(/\D/g, '').slice(0, 14);
    await this.#object(
      information,
      `<</Title<feff${utf16(title)}>/Producer<feff${utf16(producer)}>/CreationDate(D:${created}Z)>>`,
    );

    const start = this.#size;
    const entries = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    await this.#put(`xref\n0 ${this.#last + 1}\n0000000000 65535 f \n${entries.join('')}`);
    await this.#put(
      `trailer\n<</Size ${this.#last + 1}/Root 1 0 R/Info ${information} 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    );
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }

  async #object(number: number, value: string): Promise<void> {
    this.#offsets[number] = this.#size;
    await this.#put(`${number} 0 obj\n${value}\nendobj\n`);
  }

  async #stream(number: number, entries: string, parts: Uint8Array[]): Promise<void> {
    this.#offsets[number] = this.#size;
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    await this.#put(`${number} 0 obj\n<<${entries}/Length ${length}>>\nstream\n`);
    for (const part of parts) await this.#put(part);
    await this.#put('\nendstream\nendobj\n');
  }

  async #put(part: string | Uint8Array): Promise<void> {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    this.#size += bytes.length;
    await this.#write(bytes);
  }
}

/**
 * Reads a PNG (ISO/IEC 15948): size from IHDR, and the IDAT chunks, which together are one zlib stream of filtered
 * rows.
 */
function readPng(png: Uint8Array): { width: number; height: number; rows: Uint8Array[] } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [depth, colour, , , interlace] = png.subarray(24, 29);
  if (depth !== 8 || colour !== 2 || interlace !== 0) throw new Error('The picture is not an 8-bit RGB PNG.');
  const rows: Uint8Array[] = [];
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at);
    if (view.getUint32(at + 4) === 0x49444154) rows.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return { width: view.getUint32(16), height: view.getUint32(20), rows };
}

/** Text rendering mode 3 is invisible (§9.3.6); each piece is stretched to its width in the picture. */
function textOver(boxes: TextBox[], pageHeight: number): string {
  const pieces = boxes.map(({ text, x, y, width, height }) => {
    const size = points(height);
    const natural = (text.length * advance * size) / 1000;
    const stretch = ((points(width) / natural) * 100).toFixed(2);
    const baseline = points(pageHeight - y - height * 0.8);
    return `/F ${size} Tf ${stretch} Tz 1 0 0 1 ${points(x)} ${baseline} Tm <${utf16(text)}> Tj\n`;
  });
  return `BT 3 Tr\n${pieces.join('')}ET`;
}

const points = (pixels: number): number => Math.round(pixels * pointsPerPixel * 100) / 100;

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Codes are UTF-16 units (§9.10.3). A range must stay within one high byte. */
const toUnicode = [
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
  '/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def /CMapName /Invisible def /CMapType 2 def',
  '1 begincodespacerange <0000> <ffff> endcodespacerange',
  ...[0, 100, 200].map((from) => {
    const highs = Array.from({ length: Math.min(100, 256 - from) }, (_, i) => (from + i).toString(16).padStart(2, '0'));
    return `${highs.length} beginbfrange\n${highs.map((high) => `<${high}00> <${high}ff> <${high}00>`).join('\n')}\nendbfrange`;
  }),
  'endcmap CMapName currentdict /CMap defineresource pop end end',
].join('\n');
