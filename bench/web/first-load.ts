// First-load JavaScript of every page of the site, gzipped: what a browser fetches before the page is shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { entry, laterParts, pages } from '../../apps/web/build/pages.ts';

/** An entry of Vite's manifest (vite.dev, Backend Integration): the output file of a module, and its imports. */
interface Built {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

/** A build's manifest, by the path of a module from `apps/web`. */
export type Manifest = Record<string, Built>;

/** Reads the manifest of a build, and checks that each page of the router is listed in `apps/web/build/pages.ts`. */
export function manifestOf(out: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(out, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const unlisted = manifest[entry]?.dynamicImports?.filter(
    (name) => ![...laterParts, ...Object.values(pages).flatMap(({ modules }) => modules)].includes(name),
  );
  if (unlisted?.length !== 0) throw new Error(`No page is listed that loads ${unlisted?.join(', ')}.`);
  return manifest;
}

/**
 * Gzipped size of the entry, these modules and all that they import statically, each file once.
 * @param out folder of the build
 */
export function firstLoadOf(
  out: string,
  manifest: Manifest,
  modules: readonly string[],
): { bytes: number; files: string[] } {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const built = manifest[name];
    if (!built) throw new Error(`${name} was not built.`);
    if (files.has(built.file)) return;
    files.add(built.file);
    for (const imported of built.imports ?? []) visit(imported);
  };
  for (const name of [entry, ...modules]) visit(name);
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(out, file)), { level: 9 }).length);
  return { bytes: bytes.reduce((sum, size) => sum + size, 0), files: [...files] };
}
