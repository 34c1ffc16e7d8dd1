import { reportedLinks } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';

const pageMs = 5_000;
/** More links of a page are not looked at. */
const mostRead = 5_000;
/** The contract's longest URL. */
const urlLength = 8_192;
/** All URLs together: an answer of the browser is held in memory. */
const mostCharacters = 2 ** 18;

/**
 * Lists the pages on the host of the captured document that it links to, each once, in the order of the document. `pagesOn` checks
 * what was read in the page again, as the page's names of elements can shadow members of `document`.
 */
export async function listLinks(capture: Capture): Promise<string[]> {
  const page = URL.parse(capture.document.get().committed?.url ?? '');
  if (!page) return [];
  const bounds = { host: page.host, links: mostRead, length: urlLength, pages: reportedLinks + 1, mostCharacters };
  const found = await capture.page.get().call(z.array(z.string()), linksIn, [bounds], { timeoutMs: pageMs });
  return pagesOn(page, found);
}

/** The addresses on the host of a page, without the page itself, fragments and duplicates. */
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
  /** Links that are looked at. */
  links: number;
  /** Characters of one URL. */
  length: number;
  /** URLs that are returned. */
  pages: number;
  /** Characters of all that are returned. */
  mostCharacters: number;
}

/** Returns URLs on a host without fragments, each once; a bounded number of bounded length, whatever the page has. */
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
