/** Maximum number of characters shown of a line. */
const most = 500;
/** Characters shown before the first difference. */
const before = 100;

/**
 * Cuts long lines of a change, marked by “…”. Of two lines at the same position the part with their first difference is
 * shown.
 */
export function cutLines(first: readonly string[], second: readonly string[]): [first: string[], second: string[]] {
  const from = (index: number) => Math.max(0, differenceOf(first[index] ?? '', second[index] ?? '') - before);
  return [first.map((line, index) => cut(line, from(index))), second.map((line, index) => cut(line, from(index)))];
}

/** Position of the first difference; 0 if one of the lines is absent. */
function differenceOf(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function cut(line: string, from: number): string {
  if (line.length <= most) return line;
  const start = Math.min(from, line.length - most);
  const shown = line.slice(start, start + most);
  // A cut between the halves of a character leaves neither.
  const whole = shown.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${start > 0 ? '…' : ''}${whole}${start + most < line.length ? '…' : ''}`;
}
