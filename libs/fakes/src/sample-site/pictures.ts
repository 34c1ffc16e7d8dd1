import { crc32, deflateSync } from 'node:zlib';

/**
 * Pictures drawn in code, with the same bytes in every run: the goods of the sample shop as PNG, and one small GIF,
 * WebP and SVG.
 */

type Colour = readonly [red: number, green: number, blue: number];

/** A picture to generate: equal values give equal bytes. */
export interface ProductPicture {
  readonly sizePx: number;
  readonly seed: number;
  /** Film grain in bits per sample: makes the file as long as a photograph. */
  readonly grainBits: number;
  /** Compression level of deflate, 0 to 9. */
  readonly level: number;
}

/**
 * Draws a vacuum flask with a bird on it, in front of a plain wall, as PNG. The seed sets the colours and the bird's
 * position.
 */
export function productPng({ sizePx, seed, grainBits, level }: ProductPicture): Buffer {
  const noise = generator(seed);
  const pick = (choices: number) => (noise() >>> 8) % choices;
  const wall = palette[pick(palette.length)]!;
  const flask = palette[pick(palette.length)]!;
  const bird = { x: 0.42 + pick(16) / 100, y: 0.5 + pick(14) / 100 };
  const grain = 2 ** grainBits - 1;
  const rgb = Buffer.alloc(sizePx * sizePx * 3);
  for (let y = 0, at = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) {
      const u = x / sizePx;
      const v = y / sizePx;
      const surface = surfaceAt(u - 0.5, v, u - bird.x, v - bird.y);
      const colour = surface === 'wall' || surface === 'shadow' ? wall : surface === 'flask' ? flask : fixed[surface];
      const light = lightOn(surface, (u - 0.5) / 0.17, v);
      const grains = noise();
      rgb[at++] = clamp(colour[0] * light + (grains & grain));
      rgb[at++] = clamp(colour[1] * light + ((grains >>> 8) & grain));
      rgb[at++] = clamp(colour[2] * light + ((grains >>> 16) & grain));
    }
  }
  return png(sizePx, sizePx, rgb, level);
}

const palette: readonly Colour[] = [
  [196, 64, 52],
  [44, 98, 132],
  [226, 178, 84],
  [86, 132, 96],
  [118, 86, 138],
  [214, 142, 128],
  [70, 74, 86],
];
const fixed: Record<'bird' | 'lid', Colour> = { bird: [250, 246, 236], lid: [58, 58, 62] };

type Surface = 'bird' | 'lid' | 'flask' | 'shadow' | 'wall';

function surfaceAt(x: number, y: number, birdX: number, birdY: number): Surface {
  if (isBird(birdX, birdY)) return 'bird';
  if (y > 0.12 && y < 0.25 && Math.abs(x) < 0.13) return 'lid';
  if (y > 0.25 && y < 0.88 && Math.abs(x) < 0.17) return 'flask';
  return y > 0.8 && (x - 0.06) ** 2 / 0.09 + (y - 0.9) ** 2 / 0.002 < 1 ? 'shadow' : 'wall';
}

/** Whether a point is in the bird: a round body, a head, and a tapering tail. */
function isBird(x: number, y: number): boolean {
  if (x ** 2 / 0.0056 + y ** 2 / 0.0034 < 1) return true;
  if ((x + 0.055) ** 2 + (y + 0.055) ** 2 < 0.0014) return true;
  return x > 0.04 && x < 0.12 && Math.abs(y + (x - 0.04) * 0.5) < 0.02 - (x - 0.04) * 0.15;
}

function lightOn(surface: Surface, acrossFlask: number, y: number): number {
  if (surface === 'bird') return 1;
  if (surface === 'lid') return 1.1 - 0.5 * Math.abs(acrossFlask);
  if (surface === 'flask') return 1.15 - 0.55 * acrossFlask ** 2;
  return surface === 'shadow' ? 1.1 : 1.75 - 0.35 * y;
}

const clamp = (sample: number): number => (sample > 255 ? 255 : sample | 0);

/** 32-bit Xorshift: the same sequence on every machine. */
function generator(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
}

/** Encodes a PNG (ISO/IEC 15948), 8-bit RGB, no filter. */
function png(width: number, height: number, rgb: Uint8Array, level: number): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) rows.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8);
  return chunk;
}

/**
 * Encodes a GIF89a of one frame in stripes of two colours. A clear code before the code width would grow avoids the LZW
 * dictionary.
 */
export function stripedGif(sizePx: number, one: Colour, other: Colour): Buffer {
  const [clear, end, width] = [4, 5, 3];
  const bits: number[] = [];
  for (let y = 0; y < sizePx; y++)
    for (let x = 0; x < sizePx; x++) {
      if (bits.length % 3 === 0) bits.push(clear);
      bits.push(((x + y) >> 3) & 1);
    }
  bits.push(end);
  const codes = packBits(bits.map((value) => ({ value, width })));
  const blocks: Buffer[] = [];
  for (let at = 0; at < codes.length; at += 255) {
    const block = codes.subarray(at, at + 255);
    blocks.push(Buffer.from([block.length]), block);
  }
  const size = Buffer.alloc(4);
  size.writeUInt16LE(sizePx, 0);
  size.writeUInt16LE(sizePx, 2);
  const colours = [...one, ...other, 0, 0, 0, 0, 0, 0];
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    size,
    Buffer.from([0b1000_0001, 0, 0, ...colours, 0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2]),
    ...blocks,
    Buffer.from([0, 0x3b]),
  ]);
}

/**
 * Encodes a lossless WebP (RFC 9649 §3) in stripes of two shades of green: prefix codes of one or two symbols, one bit
 * per pixel.
 */
export function stripedWebp(sizePx: number): Buffer {
  const oneSymbol = (symbol: number) => [
    { value: 1, width: 1 }, // simple code length code
    { value: 0, width: 1 }, // one symbol
    { value: 1, width: 1 }, // of eight bits
    { value: symbol, width: 8 },
  ];
  const fields = [
    { value: 0x2f, width: 8 },
    { value: sizePx - 1, width: 14 },
    { value: sizePx - 1, width: 14 },
    { value: 0, width: 4 }, // no alpha, version 0
    { value: 0, width: 3 }, // no transform, no colour cache, no meta prefix codes
    { value: 0b111, width: 3 }, // green: simple code, two symbols, the first of eight bits
    { value: 120, width: 8 },
    { value: 190, width: 8 },
    ...[64, 90, 255, 0].flatMap(oneSymbol), // red, blue, alpha, distance
  ];
  for (let y = 0; y < sizePx; y++)
    for (let x = 0; x < sizePx; x++) fields.push({ value: ((x - y + sizePx) >> 3) & 1, width: 1 });
  const stream = packBits(fields);
  const padded = Buffer.concat([stream, Buffer.alloc(stream.length % 2)]);
  const header = Buffer.alloc(20);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(padded.length + 12, 4);
  header.write('WEBPVP8L', 8, 'latin1');
  header.writeUInt32LE(stream.length, 16);
  return Buffer.concat([header, padded]);
}

/** Packs the least significant bit first, as both formats require. */
function packBits(fields: readonly { value: number; width: number }[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(fields.reduce((sum, field) => sum + field.width, 0) / 8));
  let at = 0;
  for (const { value, width } of fields)
    for (let bit = 0; bit < width; bit++, at++) bytes[at >> 3]! |= ((value >> bit) & 1) << (at & 7);
  return bytes;
}

/** The mark of the brand that the shop's goods imitate. */
export const birdSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" role="img" aria-label="雀山">
<circle cx="60" cy="60" r="56" fill="#2c6284"/><ellipse cx="62" cy="66" rx="26" ry="20" fill="#faf6ec"/>
<circle cx="42" cy="48" r="13" fill="#faf6ec"/><path d="M84 60l24-14-18 26z" fill="#faf6ec"/><circle cx="39" cy="46" r="2.5" fill="#222"/>
<text x="60" y="104" font-size="15" text-anchor="middle" fill="#faf6ec">雀山</text></svg>`;
