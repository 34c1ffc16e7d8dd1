/**
 * A TrueType font for the price tags: ten digits, the full stop and the yuan sign, drawn as seven segments. Table
 * layouts: OpenType specification 1.9.
 */

type Bar = readonly [left: number, bottom: number, right: number, top: number];

const unitsPerEm = 1000;
const advance = 620;
/** Segments a to g of a seven-segment display, in font units. */
const segments: Record<string, Bar> = {
  a: [100, 640, 520, 720],
  b: [440, 400, 520, 700],
  c: [440, 20, 520, 340],
  d: [100, 0, 520, 80],
  e: [100, 20, 180, 340],
  f: [100, 400, 180, 700],
  g: [120, 330, 500, 410],
};
const digits = ['abcdef', 'bc', 'abged', 'abgcd', 'fgbc', 'afgcd', 'afgedc', 'abc', 'abcdefg', 'abcfgd'];
const yuan: readonly Bar[] = [
  [100, 520, 200, 720],
  [420, 520, 520, 720],
  [180, 440, 440, 540],
  [270, 0, 350, 460],
  [140, 300, 480, 360],
  [140, 170, 480, 230],
];

/** Glyph 0 is `.notdef`; the others are in the order of their code points, as `cmap` requires. */
const glyphs: readonly { code: number; bars: readonly Bar[] }[] = [
  { code: 0, bars: [[100, 0, 520, 720]] },
  { code: 0x2e, bars: [[260, 0, 360, 100]] },
  ...digits.map((lit, digit) => ({ code: 0x30 + digit, bars: [...lit].map((name) => segments[name]!) })),
  { code: 0xa5, bars: yuan },
];

/** A TrueType font with the glyphs of a price. */
export function priceTagTtf(): Buffer {
  const outlines = glyphs.map(({ bars }) => outline(bars));
  const offsets = outlines.reduce((all, glyph) => [...all, all.at(-1)! + glyph.length], [0]);
  return fontFile({
    'OS/2': os2(),
    cmap: cmap(),
    glyf: Buffer.concat(outlines),
    head: head(),
    hhea: words(1, 0, 800, -200, 0, advance, 0, 0, advance, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length),
    hmtx: words(...glyphs.flatMap(() => [advance, 0])),
    loca: longs(...offsets),
    maxp: words(1, 0, glyphs.length, 64, 16, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    name: names({ 1: 'Price Tag', 2: 'Regular', 4: 'Price Tag', 6: 'PriceTag' }),
    post: longs(0x30000, 0, 0, 0, 0, 0, 0, 0),
  });
}

/** Encodes a simple glyph: each bar is a contour of four on-curve points, clockwise. */
function outline(bars: readonly Bar[]): Buffer {
  const points = bars.flatMap(([left, bottom, right, top]) => [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ]) as [number, number][];
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const steps = (values: number[]) => values.map((value, i) => value - (values[i - 1] ?? 0));
  const body = Buffer.concat([
    words(bars.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)),
    words(...bars.map((_, i) => i * 4 + 3), 0),
    Buffer.alloc(points.length, 1),
    words(...steps(xs), ...steps(ys)),
  ]);
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)]);
}

function head(): Buffer {
  const created = longs(0, 3_786_912_000); // 1 January 2024, in seconds since 1904
  return Buffer.concat([
    longs(0x10000, 0x10000, 0, 0x5f0f3cf5),
    words(0b1011, unitsPerEm),
    created,
    created,
    words(0, 0, advance, 720, 0, 8, 2, 1, 0),
  ]);
}

/** Format 4: one segment per code point. */
function cmap(): Buffer {
  const mapped = [...glyphs.slice(1).map(({ code }, i) => ({ code, glyph: i + 1 })), { code: 0xffff, glyph: 0 }];
  const entrySelector = Math.floor(Math.log2(mapped.length));
  const searchRange = 2 ** (entrySelector + 1);
  const codes = mapped.map(({ code }) => code);
  const deltas = mapped.map(({ code, glyph }) => (code === 0xffff ? 1 : glyph - code));
  const table = words(
    4,
    16 + mapped.length * 8,
    0,
    mapped.length * 2,
    searchRange,
    entrySelector,
    mapped.length * 2 - searchRange,
    ...codes,
    0,
    ...codes,
    ...deltas,
    ...codes.map(() => 0),
  );
  return Buffer.concat([words(0, 1, 3, 1), longs(12), table]);
}

function os2(): Buffer {
  const metrics = [4, advance, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 250, 0];
  return Buffer.concat([
    words(...metrics),
    Buffer.alloc(10), // panose
    longs(1, 0, 0, 0),
    Buffer.from('NONE', 'latin1'),
    words(0x40, 0x2e, 0xa5, 800, -200, 0, 800, 200),
    longs(1, 0),
    words(500, 720, 0, 0x20, 0),
  ]);
}

function names(strings: Record<number, string>): Buffer {
  const values = Object.entries(strings).map(([id, text]) => ({
    id: +id,
    text: Buffer.from(text, 'utf16le').swap16(),
  }));
  let at = 0;
  const records = values.map(({ id, text }) => {
    const record = words(3, 1, 0x409, id, text.length, at);
    at += text.length;
    return record;
  });
  return Buffer.concat([
    words(0, values.length, 6 + values.length * 12),
    ...records,
    ...values.map(({ text }) => text),
  ]);
}

function fontFile(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables);
  const entrySelector = Math.floor(Math.log2(entries.length));
  const searchRange = 16 * 2 ** entrySelector;
  let at = 12 + entries.length * 16;
  const directory = [
    longs(0x10000),
    words(entries.length, searchRange, entrySelector, entries.length * 16 - searchRange),
  ];
  const bodies: Buffer[] = [];
  for (const [tag, table] of entries) {
    directory.push(Buffer.from(tag, 'latin1'), longs(checksum(table), at, table.length));
    bodies.push(table, Buffer.alloc(-table.length & 3));
    at += table.length + (-table.length & 3);
  }
  const file = Buffer.concat([...directory, ...bodies]);
  const headAt = file.indexOf(tables.head!);
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, headAt + 8);
  return file;
}

function checksum(table: Buffer): number {
  const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

function words(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => out.writeUInt16BE(value & 0xffff, i * 2));
  return out;
}

function longs(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => out.writeUInt32BE(value >>> 0, i * 4));
  return out;
}
