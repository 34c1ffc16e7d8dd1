/** A piece of text in one line, with its place in pixels from the top left of the whole picture. */
export interface TextPlace {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** CSS pixels are 1/96 inch, PDF units 1/72. */
const pixelsPerPoint = 96 / 72;
/** Advance of every character of the invisible font, in sizes of it. */
const advance = 0.5;
/** The baseline is this far below the top of a piece, in heights of it. */
const ascent = 0.8;

const pagePattern = /^\d+ 0 obj\n<<\/Type\/Page\/Parent \d+ 0 R\/MediaBox\[0 0 [\d.]+ ([\d.]+)\]\/Contents (\d+) 0 R/;
const piecePattern = /\/F ([\d.]+) Tf ([\d.]+) Tz 1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm <([0-9a-f]*)> Tj/g;

/**
 * Reads the invisible text over the pictures of a `page.pdf` (docs/formats/data.md): it gives the position of each
 * word. Reads only files made by our own capture; returns nothing for any other PDF.
 */
export async function placesIn(pdf: Uint8Array): Promise<TextPlace[]> {
  const places: TextPlace[] = [];
  let top = 0;
  const offsets = offsetsIn(pdf);
  for (const at of offsets.values()) {
    const [, height, content] = pagePattern.exec(latin1(pdf, at, at + 400)) ?? [];
    if (height === undefined) continue;
    const heightPx = Number(height) * pixelsPerPoint;
    const drawing = await inflated(pdf, offsets.get(Number(content)));
    for (const [, size, stretch, x, baseline, hex = ''] of drawing.matchAll(piecePattern)) {
      const text = utf16(hex);
      const boxHeight = Number(size) * pixelsPerPoint;
      places.push({
        text,
        x: Number(x) * pixelsPerPoint,
        y: top + heightPx - Number(baseline) * pixelsPerPoint - boxHeight * ascent,
        width: (text.length * advance * boxHeight * Number(stretch)) / 100,
        height: boxHeight,
      });
    }
    top += heightPx;
  }
  return places;
}

/** Offsets of the objects by number (ISO 32000-1 §7.5.4), in the order of the file. */
function offsetsIn(pdf: Uint8Array): Map<number, number> {
  const [, start] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(pdf, pdf.length - 64, pdf.length)) ?? [];
  if (start === undefined) return new Map();
  const entries = latin1(pdf, Number(start), pdf.length).matchAll(/^(\d{10}) \d{5} ([nf])/gm);
  const offsets = [...entries].map(([, offset, use], number) => [number, Number(offset), use] as const);
  return new Map(
    offsets
      .filter(([, , use]) => use === 'n')
      .sort(([, a], [, b]) => a - b)
      .map(([number, offset]) => [number, offset]),
  );
}

async function inflated(pdf: Uint8Array, at: number | undefined): Promise<string> {
  if (at === undefined) return '';
  const [head, length] = /^\d+ 0 obj\n<<[^>]*\/Length (\d+)>>\nstream\n/.exec(latin1(pdf, at, at + 200)) ?? [];
  if (head === undefined) return '';
  const from = at + head.length;
  const packed = new Blob([new Uint8Array(pdf.subarray(from, from + Number(length)))]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream('deflate'))).text();
}

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  new TextDecoder('latin1').decode(bytes.subarray(Math.max(0, from), to));

const utf16 = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** Positions in the picture at which a pattern was found, in text order; omits matches that span two lines. */
export function hitsIn(places: readonly TextPlace[], pattern: RegExp): TextPlace[] {
  return places.flatMap((place) => {
    const whole = weightOf(place.text);
    return [...place.text.matchAll(pattern)].map(({ 0: text, index }) => ({
      ...place,
      text,
      x: place.x + (place.width * weightOf(place.text.slice(0, index))) / whole,
      width: (place.width * weightOf(text)) / whole,
    }));
  });
}

/** Relative widths of characters: an East Asian one is about as wide as two Latin ones. */
const weightOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[\u2e80-\uffef]/u.test(letter) ? 2 : 1), 0) || 1;
