import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { attestationCalls, InputOf, ReplyOf } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import type { ByteRange } from '../../../store/store.ts';
import { storedParts } from '../../evidence/service.ts';
import { requireListed } from './summary.ts';

type Calls = typeof attestationCalls;
type TextPlaces = ReplyOf<Calls['textPlaces']>;

/** Reads a part of a file; the last byte is inclusive. */
type Read = (range: ByteRange) => Promise<Buffer>;

/** CSS pixels are 1/96 inch, PDF units 1/72. */
const pixelsPerPoint = 96 / 72;
/** Advance of every character of the invisible font, in sizes of it. */
const advance = 0.5;
/** The baseline is this far below the top of a piece, in heights of it. */
const ascent = 0.8;

/** More than the cross-reference table of any page that a capture takes in full. */
const tailBytes = 65_536;
/** A page object is shorter than this; pictures and drawings are longer or don't look like one. */
const pageBytes = 400;
/** Bounds of what one call reads and returns. */
const most = { places: 50_000, packedBytes: 8 * 2 ** 20, drawingBytes: 32 * 2 ** 20 };

const pagePattern = /^\d+ 0 obj\n<<\/Type\/Page\/Parent \d+ 0 R\/MediaBox\[0 0 [\d.]+ ([\d.]+)\]\/Contents (\d+) 0 R/;
const piecePattern = /\/F ([\d.]+) Tf ([\d.]+) Tz 1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm <([0-9a-f]*)> Tj/g;
const unpack = promisify(inflate);

/**
 * Positions of a captured page's text in its picture, read from the invisible text of `page.pdf`; none for evidence
 * without that file. Reads the drawings and not the pictures, which are nearly the whole file. Not a download, so the
 * custody record gets no entry.
 */
export async function textPlaces({ ano }: InputOf<Calls['textPlaces']>, context: Context<'user'>): Promise<TextPlaces> {
  const { store } = context.services;
  const parts = await storedParts(store, await requireListed(context.db, scopeOf(context.caller), ano));
  const part = parts.get('data/page.pdf');
  if (!part) return { list: [], isCut: false };
  return placesIn(part.sizeBytes, async (range) => buffer(await store.read(part.key, range)));
}

/**
 * Reads the invisible text over the pictures of a `page.pdf` (docs/formats/data.md). Reads only files made by a capture;
 * returns nothing for any other PDF.
 */
export async function placesIn(sizeBytes: number, read: Read): Promise<TextPlaces> {
  const list: TextPlaces['list'] = [];
  let top = 0;
  const objects = await objectsIn(sizeBytes, read);
  for (const object of objects.values()) {
    if (object.end - object.start >= pageBytes) continue;
    const [, height, content] = pagePattern.exec((await read(object)).toString('latin1')) ?? [];
    if (height === undefined) continue;
    const heightPx = Number(height) * pixelsPerPoint;
    const drawing = await drawingAt(objects.get(Number(content)), read);
    for (const [, size, stretch, x, baseline, hex = ''] of drawing.matchAll(piecePattern)) {
      if (list.length === most.places) return { list, isCut: true };
      const text = utf16(hex);
      const boxHeight = Number(size) * pixelsPerPoint;
      list.push({
        text,
        x: tenths(Number(x) * pixelsPerPoint),
        y: tenths(top + heightPx - Number(baseline) * pixelsPerPoint - boxHeight * ascent),
        width: tenths((text.length * advance * boxHeight * Number(stretch)) / 100),
        height: tenths(boxHeight),
      });
    }
    top += heightPx;
  }
  return { list, isCut: false };
}

/** The objects by number from the cross-reference table (ISO 32000-1 §7.5.4), in the order of the file. */
async function objectsIn(sizeBytes: number, read: Read): Promise<Map<number, ByteRange>> {
  const from = Math.max(0, sizeBytes - tailBytes);
  const tail = sizeBytes === 0 ? '' : (await read({ start: from, end: sizeBytes - 1 })).toString('latin1');
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
  if (!(table >= from && table < sizeBytes)) return new Map();
  const objects = [...tail.slice(table - from).matchAll(/^(\d{10}) \d{5} ([nf])/gm)]
    .map(([, start, use], number) => ({ number, start: Number(start), isUsed: use === 'n' }))
    .filter(({ start, isUsed }) => isUsed && start < table)
    .sort((a, b) => a.start - b.start);
  return new Map(objects.map(({ number, start }, i) => [number, { start, end: (objects[i + 1]?.start ?? table) - 1 }]));
}

/** Empty if it isn't a drawing of our capture's, or too large. */
async function drawingAt(object: ByteRange | undefined, read: Read): Promise<string> {
  if (!object || object.end - object.start >= most.packedBytes) return '';
  const bytes = await read(object);
  const [head, length] = /^\d+ 0 obj\n<<[^>]*\/Length (\d+)>>\nstream\n/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  if (head === undefined) return '';
  const packed = bytes.subarray(head.length, head.length + Number(length));
  const drawing = await unpack(packed, { maxOutputLength: most.drawingBytes }).catch(() => Buffer.alloc(0));
  return drawing.toString('latin1');
}

const utf16 = (hex: string): string =>
  Buffer.from(hex.slice(0, hex.length - (hex.length % 4)), 'hex')
    .swap16()
    .toString('utf16le');

const tenths = (pixels: number): number => Math.round(pixels * 10) / 10;
