import type { HandwritingStrokes } from '@proofkeep/bundle';
import type { PdfPicture } from '@proofkeep/pki';

/** Units of the pad on which people sign. */
const pad = { width: 1000, height: 400 } as const;
/** Points; a smaller picture can't be read. */
const leastHeight = 20;
const ink = ['0.11', '0.11', '0.13', 'RG'];

const rounded = (value: number): string => `${Math.round(value * 100) / 100}`;

/** Operators that draw strokes, one item per operand and operator (docs/formats/matter.md). */
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
 * Whether a picture draws exactly these strokes, where they can be seen: not one operator more or less, so that no comment, string,
 * clip, color or further path can show something else.
 */
export function drawsStrokes({ operators, box, rect }: PdfPicture, strokes: HandwritingStrokes): boolean {
  const [left, bottom, width, height] = box;
  const [rectLeft, rectBottom, rectRight, rectTop] = rect;
  const isWhole = Math.abs(rectRight - rectLeft - width) < 0.01 && Math.abs(rectTop - rectBottom - height) < 0.01;
  if (left !== 0 || bottom !== 0 || !isWhole || height < leastHeight) return false;
  const expected = ['q', `${width}`, '0', '0', `${height}`, '0', '0', 'cm', ...operatorsOf(strokes), 'Q'];
  const found = operators.trim().split(' ', expected.length + 1);
  return found.length === expected.length && found.every((item, at) => item === expected[at]);
}
