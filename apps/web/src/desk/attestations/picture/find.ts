/** A line with hits, in pieces: every second one is a hit. */
export interface FoundLine {
  /** Line number, from 1. */
  line: number;
  pieces: string[];
}

export interface Found {
  lines: FoundLine[];
  /** Whether further lines have hits. */
  isCut: boolean;
  /** Hits in all lines, including lines that are not shown. */
  count: number;
}

/** Lines shown; further ones are counted. */
export const mostLines = 200;
/** A longer line is shown around its first hit. */
const shownLength = 240;

/** Matches words in either case; a space matches any white space. @returns null without a word */
export function patternOf(wanted: string): RegExp | null {
  const words = wanted.trim().split(/\s+/).filter(Boolean);
  return words.length === 0 ? null : new RegExp(`(${words.map(escaped).join('\\s+')})`, 'giu');
}

/** Finds words in a text. A text of minified code may be one long line. */
export function findIn(text: string, wanted: string): Found {
  const pattern = patternOf(wanted);
  if (!pattern) return { lines: [], isCut: false, count: 0 };
  const lines: FoundLine[] = [];
  let isCut = false;
  let count = 0;
  for (const [at, line] of text.split('\n').entries()) {
    const hits = line.match(pattern)?.length ?? 0;
    if (hits === 0) continue;
    count += hits;
    isCut = lines.length === mostLines;
    if (!isCut) lines.push({ line: at + 1, pieces: around(line, pattern).split(pattern) });
  }
  return { lines, isCut, count };
}

function around(line: string, pattern: RegExp): string {
  if (line.length <= shownLength) return line;
  const start = Math.max(0, line.search(pattern) - shownLength / 4);
  const end = start + shownLength;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
