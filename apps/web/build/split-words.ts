import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const importOfWords = /^import text from '\.\/words\.json' with \{ type: 'json' \};$/m;
const query = '?tables=';

/** Loads of a folder's `words.json` the tables that a file uses: pages of one folder don't load each other's sentences. */
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

/** Names in the import of `words.json` the tables that the file gives to `words`. */
export function withTables(code: string): string {
  const names = Array.from(code.matchAll(/\bwords\('([\w-]+)', text\)/g), ([, name]) => name as string);
  return code.replace(importOfWords, `import text from './words.json${query}${names.join(',')}';`);
}

/** @throws Error if there is no table with one of the names */
export function tablesOf(json: string, names: readonly string[]): string {
  const tables = JSON.parse(json) as Record<string, unknown>;
  const missing = names.filter((name) => !(name in tables));
  if (missing.length > 0) throw new Error(`words.json has no table ${missing.join(', ')}.`);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, tables[name]])));
}
