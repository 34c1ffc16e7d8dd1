/**
 * Whether a value read from the browser's storage has the fields of an example, with the same types; additional fields
 * are allowed. Doesn't check items of lists. Sufficient for values that the site stored itself; a schema would load zod
 * into every page.
 */
export function hasShapeOf<Example>(example: Example, value: unknown): value is Example {
  if (Array.isArray(example)) return Array.isArray(value);
  if (typeof example !== 'object' || example === null) return typeof value === typeof example;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(example).every(([name, one]) => hasShapeOf(one, (value as Record<string, unknown>)[name]));
}
