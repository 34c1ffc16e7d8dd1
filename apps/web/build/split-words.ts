import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const importOfWords = /^import text from '\.\/words\.json' with \{ type: 'json' \};$/m;
const query = '?tables=';

/** Loads only the tables of a folder's `words.json` that a file uses, so that its pages don't load each other's sentences. */
export const splitWords = (): Plugin => ({
  name: 'split-words',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/apps\/web\/src\/.+\.tsx?$/, code: importOfWords },
    handler: (code) => ({ code: withTables(code), map: null }),
  },
  resolveId: (source, importer) =>
    importer && source.startsWith(`./words.json${query}`) ? join(dirname(importer), source) : null,
  load(id) {
    const [file = '', names] = id.split(query);
    if (names === undefined) return null;
    this.addWatchFile(file);
    return { code: `export default ${tablesOf(readFileSync(file, 'utf8'), names.split(','))};`, moduleType: 'js' };
  },
});

/** Adds the tables that the file passes to `words` to its import of `words.json`. */
export function withTables(code: string): string {
  const names = Array.from(code.matchAll(/\bwords\('([\w-]+)', text\)/g), ([, name]) => name as string);
  return code.replace(importOfWords, `import text from './words.json${query}${names.join(',')}';`);
}

/** @throws Error if a table doesn't exist */
export function tablesOf(json: string, names: readonly string[]): string {
  const tables = JSON.parse(json) as Record<string, unknown>;
  const missing = names.filter((name) => !(name in tables));
  if (missing.length > 0) throw new Error(`words.json has no table ${missing.join(', ')}.`);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, tables[name]])));
}
