import type { HandwritingStrokes } from '@proofkeep/bundle';
import type { PdfPicture } from '@proofkeep/pki';
import { describe, expect, it } from 'vitest';
import { drawsStrokes } from './picture.ts';

const strokes: HandwritingStrokes = [
  [
    { x: 100, y: 100.125, t: 0, p: 0.5 },
    { x: 110.5, y: 125, t: 18, p: 0.7 },
  ],
  [{ x: 500, y: 100, t: 40, p: 0 }],
];
const lines = '0.11 0.11 0.13 RG 14 w 100 100.13 m 110.5 125 l S 0.11 0.11 0.13 RG 8 w 500 100 m 500 100 l S';
const written = `q 135 0 0 54 0 0 cm 1 J 1 j 0.001 0 0 -0.0025 0 1 cm ${lines} Q`;
const picture: PdfPicture = { operators: written, box: [0, 0, 135, 54], rect: [200, 100, 335, 154] };
const changed = (from: string, to: string) => ({ operators: written.replace(from, to) });

describe('the picture of a handwritten signature', () => {
  it('draws the strokes as the documents do', () => {
    expect(drawsStrokes(picture, strokes)).toBe(true);
    expect(drawsStrokes({ ...picture, operators: ` ${written}\n` }, strokes)).toBe(true);
  });

  it.each<[string, Partial<PdfPicture>]>([
    ['has the strokes in a comment and draws others', changed(lines, `%${lines}\n0 0 m 9 9 l S`)],
    ['has the strokes in a string and draws others', changed(lines, `(${lines}) 0 0 m 9 9 l S`)],
    ['ends the path without drawing it', changed('125 l S', '125 l n')],
    ['draws the strokes in white', changed('0.11 0.11 0.13 RG 14', '1 1 1 RG 14')],
    ['draws the strokes as a bar', changed('14 w', '400 w')],
    ['draws a curve more', changed(' Q', ' 0 0 m 1 1 2 2 3 3 c S Q')],
    ['draws a form more', changed(' Q', ' /X Do Q')],
    ['lacks a point', changed(' 110.5 125 l', '')],
    ['moves the strokes out of the picture', changed('54 0 0 cm', '54 900 0 cm')],
    ['scales the strokes to nothing', changed('q 135', 'q 0.001')],
    ['clips the strokes', { box: [0, 0, 1, 1] }],
    ['shows another part', { box: [-10, 0, 135, 54] }],
    ['has no size', { rect: [200, 100, 200, 154] }],
    ['is shown as a dot', { box: [0, 0, 1, 1], rect: [0, 0, 1, 1], ...changed('q 135 0 0 54', 'q 1 0 0 1') }],
  ])('does not match the strokes if it %s', (_what, other) => {
    expect(drawsStrokes({ ...picture, ...other }, strokes)).toBe(false);
  });

  it('is compared in time that grows with its length', () => {
    const before = performance.now();

    expect(drawsStrokes({ ...picture, operators: '1'.repeat(2 ** 20) }, strokes)).toBe(false);
    expect(drawsStrokes({ ...picture, operators: `${'1 '.repeat(2 ** 19)}m` }, strokes)).toBe(false);
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
