import { z } from 'zod';
import { size } from './fields.ts';

/** Lines of the first text from `first` on are replaced by lines of the second from `second` on; numbered from 0. */
export const LineChange = z.strictObject({ first: size, removed: size, second: size, added: size });
export type LineChange = z.infer<typeof LineChange>;

/** Changes that are searched for exactly; beyond that the rest of the texts counts as one change. */
const mostChanges = 1_000;

/** Finds a shortest list of changes that turns one text into another (Myers 1986), after equal lines at both ends. */
export function diffLines(a: readonly string[], b: readonly string[]): LineChange[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (x.length + y.length === 0) return [];
  const kept = commonLines(x, y) ?? [];
  const changes: LineChange[] = [];
  let [atX, atY] = [0, 0];
  for (const [toX, toY] of [...kept, [x.length, y.length] as const]) {
    if (toX > atX || toY > atY)
      changes.push({ first: start + atX, removed: toX - atX, second: start + atY, added: toY - atY });
    [atX, atY] = [toX + 1, toY + 1];
  }
  return changes;
}

/** Positions of the lines that both texts keep, in order; null if they differ too much. */
function commonLines(x: readonly string[], y: readonly string[]): [number, number][] | null {
  const most = Math.min(x.length + y.length, mostChanges);
  const offset = most + 1;
  let furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d += 1) {
    trace.push(furthest);
    furthest = furthest.slice();
    for (let k = -d; k <= d; k += 2) {
      let i = stepsDown(furthest, { k, d, offset })
        ? (furthest[offset + k + 1] as number)
        : (furthest[offset + k - 1] as number) + 1;
      while (i < x.length && i - k < y.length && x[i] === y[i - k]) i += 1;
      furthest[offset + k] = i;
      if (i >= x.length && i - k >= y.length) return walkBack(trace, { x: x.length, y: y.length, offset });
    }
  }
  return null;
}

const stepsDown = (furthest: Int32Array, { k, d, offset }: { k: number; d: number; offset: number }): boolean =>
  k === -d || (k !== d && (furthest[offset + k - 1] as number) < (furthest[offset + k + 1] as number));

function walkBack(trace: readonly Int32Array[], o: { x: number; y: number; offset: number }): [number, number][] {
  const kept: [number, number][] = [];
  let { x, y } = o;
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const furthest = trace[d] as Int32Array;
    const k = x - y;
    const before = stepsDown(furthest, { k, d, offset: o.offset }) ? k + 1 : k - 1;
    const toX = d === 0 ? 0 : (furthest[o.offset + before] as number);
    const toY = d === 0 ? 0 : toX - before;
    while (x > toX && y > toY) {
      x -= 1;
      y -= 1;
      kept.push([x, y]);
    }
    [x, y] = [toX, toY];
  }
  return kept.reverse();
}

/** Whether the changes, which must be in order, turn one text into the other, and so leave no difference out. */
export function turnsInto(a: readonly string[], b: readonly string[], changes: readonly LineChange[]): boolean {
  let [atA, atB] = [0, 0];
  const areEqual = (untilA: number, untilB: number): boolean => {
    if (untilA < atA || untilA - atA !== untilB - atB || untilA > a.length || untilB > b.length) return false;
    for (; atA < untilA; atA += 1, atB += 1) if (a[atA] !== b[atB]) return false;
    return true;
  };
  for (const { first, removed, second, added } of changes) {
    if (!areEqual(first, second)) return false;
    [atA, atB] = [first + removed, second + added];
  }
  return areEqual(a.length, b.length);
}
