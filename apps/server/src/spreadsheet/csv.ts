/**
 * Encodings by byte order mark; text without one is UTF-8 or, from older Windows programs, GBK (a subset of GB 18030).
 */
const marks = [
  { mark: 'efbbbf', encoding: 'utf-8' },
  { mark: 'fffe', encoding: 'utf-16le' },
  { mark: 'feff', encoding: 'utf-16be' },
];

/** @returns null if it isn't text */
export function decodeText(file: Buffer): string | null {
  const head = file.subarray(0, 3).toString('hex');
  const marked = marks.find(({ mark }) => head.startsWith(mark));
  const text = marked
    ? new TextDecoder(marked.encoding).decode(file)
    : (decodeAs('utf-8', file) ?? decodeAs('gb18030', file));
  return text === null || isBinary(text) ? null : text;
}

/** Texts have no control characters but tabs, line breaks and form feeds. */
function isBinary(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32)) return true;
  }
  return false;
}

function decodeAs(encoding: string, file: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    return null;
  }
}

/** The separator that occurs most often in the first line. */
function separatorOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Reads CSV (RFC 4180), also with semicolons or tabs, up to one row more than `most`. */
export function parseCsv(text: string, most: number): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length && rows.length <= most) {
    let cell: string;
    if (text[at] === '"') [cell, at] = quoted(text, at + 1);
    else {
      const end = endOf(text, at, separator);
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell);
    if (text[at] === separator) {
      at++;
      if (at < text.length) continue;
    } else at += text.startsWith('\r\n', at) ? 2 : 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

function endOf(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

/** A quoted cell, in which two quotes are one, and where it ends. Without a closing quote it goes to the end. */
function quoted(text: string, from: number): [string, number] {
  let cell = '';
  let at = from;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0) return [cell + text.slice(at), text.length];
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') return [cell, end + 1];
    cell += '"';
    at = end + 2;
  }
}
