import type { HandwritingStrokes } from '@proofkeep/bundle';
import type { PdfPicture } from '@proofkeep/pki';

/** Units of the signature pad. */
const pad = { width: 1000, height: 400 } as const;
/** Points; a smaller picture can't be read. */
const leastHeight = 20;
const ink = ['0.11', '0.11', '0.13', 'RG'];

const rounded = (value: number): string => `${Math.round(value * 100) / 100}`;

/** Operators that draw strokes, as a flat list of operands and operators (docs/formats/matter.md). */
function operatorsOf(strokes: HandwritingStrokes): string[] {
  const scale = [`${1 / pad.width}`, '0', '0', `${-1 / pad.height}`, '0', '1', 'cm'];
  const lines = strokes.flatMap((stroke) => {
    const pressure = stroke.reduce((sum, { p }) => sum + p, 0) / stroke.length;
    const points = stroke.length > 1 ? stroke : [...stroke, ...stroke];
    const path = points.flatMap(({ x, y }, at) => [rounded(x), rounded(y), at === 0 ? 'm' : 'l']);
    return [...ink, rounded(8 + 10 * pressure), 'w', ...path, 'S'];
  });
  return ['1', 'J', '1', 'j', ...scale, ...lines];
}

/**
 * The drawing of a seal within a picture that shows all of it: the operators without those that scale it to its place.
 * @returns null if it is clipped, scaled otherwise or too small
 */
export function drawingOf({ operators, box, rect }: PdfPicture): string | null {
  if (!isWhole({ box, rect })) return null;
  const [, , width, height] = box;
  const [begin, end] = [`q ${width} 0 0 ${height} 0 0 cm `, ' Q'];
  const found = operators.trim();
  return found.startsWith(begin) && found.endsWith(end) ? found.slice(begin.length, -end.length) : null;
}

/** Whether the whole box is shown at the size that its rectangle has, and can be read. */
function isWhole({ box, rect }: Pick<PdfPicture, 'box' | 'rect'>): boolean {
  const [left, bottom, width, height] = box;
  const [rectLeft, rectBottom, rectRight, rectTop] = rect;
  const isFull = Math.abs(rectRight - rectLeft - width) < 0.01 && Math.abs(rectTop - rectBottom - height) < 0.01;
  return left === 0 && bottom === 0 && isFull && height >= leastHeight;
}

/**
 * Whether a picture visibly draws exactly these strokes: not one operator more or less, so no comment, string, clip,
 * color or additional path can show something else.
 */
export function drawsStrokes({ operators, box, rect }: PdfPicture, strokes: HandwritingStrokes): boolean {
  if (!isWhole({ box, rect })) return false;
  const [, , width, height] = box;
  const expected = ['q', `${width}`, '0', '0', `${height}`, '0', '0', 'cm', ...operatorsOf(strokes), 'Q'];
  const found = operators.trim().split(' ', expected.length + 1);
  return found.length === expected.length && found.every((item, at) => item === expected[at]);
}
