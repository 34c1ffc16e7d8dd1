import { text } from 'node:stream/consumers';
import type { Backend } from './backend.ts';

/**
 * The end of a prefix's retention is stored in a file of the store's own, which no key can name. This also applies to
 * backends with locks, so that `remove` refuses before it removes anything.
 */
const marks = '.retained/';
const markOf = (prefix: string) => `${marks}${prefix}.until`;

/**
 * Returns the latest end of retention of the prefix and of all prefixes above and below it; with `own` only of the
 * prefix itself.
 */
export async function retainedUntil(
  backend: Backend,
  prefix: string,
  which: 'own' | 'all' = 'all',
): Promise<Date | undefined> {
  const names = which === 'own' ? [markOf(prefix)] : await marksAround(backend, prefix);
  const times: Date[] = [];
  for (const name of names) {
    const stream = await backend.open(name);
    if (stream) times.push(new Date(await text(stream)));
  }
  return times.sort((a, b) => b.getTime() - a.getTime())[0];
}

async function marksAround(backend: Backend, prefix: string): Promise<string[]> {
  const segments = prefix.split('/').slice(0, -1);
  const above = segments.slice(1).map((_, i) => markOf(`${segments.slice(0, i + 1).join('/')}/`));
  const within = await backend.list(`${marks}${prefix}`);
  return [...above, ...within.map(({ key }) => key).filter((key) => key.endsWith('/.until'))];
}

export const writeMark = (backend: Backend, prefix: string, until: Date): Promise<void> =>
  backend.replace(markOf(prefix), Buffer.from(until.toISOString()));

export const clearMarks = (backend: Backend, prefix: string): Promise<void> => backend.clear(`${marks}${prefix}`);
