const mostFound = 2_000;
const deepest = 14;

/**
 * Returns the values at a path in document order: names separated by points; `*` is any name or index, `**` any number of them.
 */
export function valuesAt(json: unknown, path: string): unknown[] {
  const found: unknown[] = [];
  collect(json, path === '' ? [] : path.split('.'), 0, found);
  return found;
}

function collect(value: unknown, [name, ...rest]: readonly string[], depth: number, found: unknown[]): void {
  if (found.length >= mostFound || depth > deepest) return;
  if (name === undefined) {
    found.push(value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (name === '**') {
    collect(value, rest, depth, found);
    for (const child of Object.values(value)) collect(child, [name, ...rest], depth + 1, found);
  } else if (name === '*') for (const child of Object.values(value)) collect(child, rest, depth + 1, found);
  else if (Object.hasOwn(value, name)) collect((value as Record<string, unknown>)[name], rest, depth + 1, found);
}
