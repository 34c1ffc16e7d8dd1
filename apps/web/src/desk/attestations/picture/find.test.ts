import { describe, expect, it } from 'vitest';
import { findIn, mostLines } from './find.ts';

const text = '知识产权投诉规则\nPrice: $5.00 (five)  dollars\nprice and PRICE\n';

describe('searching the text of a page', () => {
  it('finds words in either case, and counts each hit', () => {
    expect(findIn(text, 'price')).toEqual({
      isCut: false,
      count: 3,
      lines: [
        { line: 2, pieces: ['', 'Price', ': $5.00 (five)  dollars'] },
        { line: 3, pieces: ['', 'price', ' and ', 'PRICE', ''] },
      ],
    });
    expect(findIn(text, '投诉').lines).toEqual([{ line: 1, pieces: ['知识产权', '投诉', '规则'] }]);
  });

  it.each(['$5.00 (five) dollars', '  $5.00   (FIVE) '])('takes “%s” literally, except for white space', (wanted) => {
    expect(findIn(text, wanted).count).toBe(1);
  });

  it.each(['', '   ', '.*', '(', '\\'])('finds nothing for “%s”', (wanted) => {
    expect(findIn(text.replaceAll(/[(\\]/g, ''), wanted).count).toBe(0);
  });

  it('shows a long line around its hit, and counts lines not shown', () => {
    const long = findIn(`${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}`, 'needle').lines[0];
    const many = findIn('needle\n'.repeat(mostLines + 50), 'needle');

    expect(long?.pieces[1]).toBe('needle');
    expect(long?.pieces.join('').length).toBeLessThan(300);
    expect(long?.pieces.at(-1)).toMatch(/…$/);
    expect(findIn(`${'x'.repeat(500)}needle, the end`, 'needle').lines[0]?.pieces.at(-1)).toBe(', the end');
    expect([many.lines.length, many.count, many.isCut]).toEqual([mostLines, mostLines + 50, true]);
    expect(findIn('needle\n'.repeat(mostLines), 'needle').isCut).toBe(false);
  });
});
