import { reportedLinks } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';

const pageMs = 5_000;
/** Maximum number of links of a page that are read. */
const mostRead = 5_000;
/** Maximum URL length of the contract. */
const urlLength = 8_192;
/** Maximum length of all URLs together, because a response of the browser is held in memory. */
const mostCharacters = 2 ** 18;

/**
 * Lists the pages on the captured document's host that it links to, each once, in document order. `pagesOn` checks
 * again what was read in the page, as the page's element names can shadow members of `document`.
 */
export async function listLinks(capture: Capture): Promise<string[]> {
  const page = URL.parse(capture.document.get().committed?.url ?? '');
  if (!page) return [];
  const bounds = { host: page.host, links: mostRead, length: urlLength, pages: reportedLinks + 1, mostCharacters };
  const found = await capture.page.get().call(z.array(z.string()), linksIn, [bounds], { timeoutMs: pageMs });
  return pagesOn(page, found);
}

/** The URLs on a page's host, without the page itself, fragments and duplicates. */
export function pagesOn(page: URL, links: readonly string[]): string[] {
  const plain = (url: URL) => Object.assign(new URL(url), { hash: '' }).href;
  const own = plain(page);
  const pages = new Set<string>();
  for (const link of links) {
    const url = URL.parse(link);
    if (!url || !/^https?:$/.test(url.protocol) || url.host !== page.host || url.username || url.password) continue;
    const href = plain(url);
    if (href !== own && href.length <= urlLength) pages.add(href);
  }
  return [...pages].slice(0, reportedLinks);
}

/* Runs in the page. */

interface Bounds {
  host: string;
  /** Links that are read. */
  links: number;
  /** Characters of one URL. */
  length: number;
  /** URLs that are returned. */
  pages: number;
  /** Total characters returned. */
  mostCharacters: number;
}

/**
 * Returns URLs on a host without fragments, each once; their number and length are limited, whatever the page contains.
 */
export function linksIn({ host, links, length, pages, mostCharacters }: Bounds): string[] {
  const found = new Set<string>();
  let characters = 0;
  const all = document.querySelectorAll<HTMLAnchorElement>('a[href],area[href]');
  for (let at = 0; at < Math.min(all.length, links) && found.size < pages; at++) {
    const { href = '' } = all[at] ?? {};
    // In an SVG image it is an object.
    if (typeof href !== 'string' || href.length > length) continue;
    const [url = ''] = href.split('#');
    if (found.has(url) || URL.parse(url)?.host !== host) continue;
    characters += url.length;
    if (characters > mostCharacters) break;
    found.add(url);
  }
  return [...found];
}
