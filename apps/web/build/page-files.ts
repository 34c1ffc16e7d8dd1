import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { entry, type Page, pages } from './pages.ts';

/** Files that the service needs to answer one path with the site. */
export interface PageFiles {
  /** Chinese and English; `{gaps}` are parameters of the path. */
  title: [zh: string, en: string];
  /** Scripts that the page loads in addition to the entry's. */
  scripts: string[];
}

/** Writes `.vite/pages.json`: title and files of every page, by its path. The service reads it (apps/server/src/http/site). */
export const listPageFiles = (source: string): Plugin => ({
  name: 'list-page-files',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    const listed = Object.entries(pages).map(([path, page]) => [
      path,
      { title: titleOf(source, page), scripts: ownScriptsOf(chunks, page.modules) },
    ]);
    this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(Object.fromEntries(listed)) });
  },
});

/** Files that the page loads in addition to the entry's, which index.html names. */
export function ownScriptsOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const always = new Set(scriptsOf(chunks, [entry]));
  return scriptsOf(chunks, modules).filter((file) => !always.has(file));
}

/** Files of these modules and of their static imports, the first module's files first. */
export function scriptsOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const file of chunk.imports) visit(byFile.get(file));
  };
  for (const name of modules) visit(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/apps/web/${name}`)));
  return [...found].filter((chunk) => !isStyle(chunk)).map(({ fileName }) => fileName);
}

/** The bundler drops chunks that have nothing but styles, once the style sheets are written. */
function isStyle({ modules }: Rolldown.OutputChunk): boolean {
  const ids = Object.keys(modules);
  return ids.length > 0 && ids.every((id) => id.endsWith('.css'));
}

/** @throws Error if the words don't exist */
function titleOf(source: string, { title }: Page): [string, string] {
  const [folder = '', name = ''] = title.split(':');
  const [table = '', key = ''] = name.split('.');
  const wordsIn = (path: string) => JSON.parse(readFileSync(join(source, path, 'words.json'), 'utf8'));
  const words = wordsIn(folder)[table]?.[key];
  if (!words) throw new Error(`There are no words ${title}.`);
  const [zh, en] = wordsIn('ui/address').title.of as [string, string];
  return [zh.replace('{page}', words[0]), en.replace('{page}', words[1])];
}
