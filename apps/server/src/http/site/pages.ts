import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillGaps, type Language } from '@proofkeep/contract';

/** An entry of `.vite/pages.json` (apps/web/build/page-files.ts). */
interface PageFiles {
  title: readonly [zh: string, en: string];
  scripts: readonly string[];
}

export interface SitePages {
  /** Whether the site has a page at the path. */
  has(path: string): boolean;
  /** The document for a path; the "not found" document if the site has no such page. */
  render(path: string, language: Language): string;
}

/** Key of the page for paths that the site doesn't have. */
const notFound = 'not found';

/**
 * Reads the built site's document and list of pages, and writes `PUBLIC_URL` into the document, so that a page opened elsewhere
 * can lead there. @throws Error if the document has no place for language or title
 */
export function readPages(folder: string, publicUrl: string): SitePages {
  const document = readFileSync(join(folder, 'index.html'), 'utf8');
  const template = document.replace(
    headEnd,
    () => `  <meta name="public-url" content="${escapeHtml(publicUrl)}">\n  </head>`,
  );
  for (const place of [languagePlace, titlePlace, headEnd])
    if (!place.test(template)) throw new Error(`index.html has no ${place.source}.`);
  const files: Record<string, PageFiles> = JSON.parse(readFileSync(join(folder, '.vite', 'pages.json'), 'utf8'));
  const patterns = Object.keys(files)
    .filter((path) => path !== notFound)
    // A path without parameters wins over one with them: `/attestation/list`, `/attestation/{ano}`.
    .sort((one, other) => Number(one.includes('{')) - Number(other.includes('{')))
    .map((path) => ({ path, segments: path.split('/') }));
  const find = (asked: string) => {
    const given = segmentsOf(asked);
    for (const { path, segments } of given ? patterns : []) {
      const parameters = match(segments, given as string[]);
      if (parameters) return { page: files[path] as PageFiles, parameters };
    }
    return null;
  };
  return {
    has: (path) => find(path) !== null,
    render: (path, language) => {
      const { page, parameters } = find(path) ?? { page: files[notFound] as PageFiles, parameters: {} };
      return fill(template, page, { language, parameters });
    },
  };
}

/** The path's segments without a slash at its end; null if it isn't percent-encoded properly. */
function segmentsOf(path: string): string[] | null {
  try {
    return (path === '/' ? '/' : path.replace(/\/$/, '')).split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Values of the pattern's `{parameters}`; null if the path differs. */
function match(pattern: readonly string[], given: readonly string[]): Record<string, string> | null {
  if (pattern.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [at, segment] of pattern.entries()) {
    const value = given[at] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name && value !== '') parameters[name] = value;
    // The site's router ignores case, too.
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return parameters;
}

const languagePlace = /<html lang="[^"]*">/;
const titlePlace = /<title>[^<]*<\/title>/;
const headEnd = /<\/head>/;

function fill(
  template: string,
  { title: [zh, en], scripts }: PageFiles,
  { language, parameters }: { language: Language; parameters: Record<string, string> },
): string {
  const title = fillGaps(language === 'zh' ? zh : en, (name) => parameters[name] ?? '');
  const links = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return template
    .replace(languagePlace, () => `<html lang="${language === 'zh' ? 'zh-CN' : 'en-US'}">`)
    .replace(titlePlace, () => `<title>${escapeHtml(title)}</title>`)
    .replace(headEnd, () => `  ${links.join('\n    ')}\n  </head>`);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
