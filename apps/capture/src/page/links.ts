import { reportedLinks } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';

const pageMs = 5_000;
/** More links of a page are not looked at. */
const mostRead = 5_000;
/** The contract's longest URL. */
const urlLength = 8_192;

/** Lists the pages on the host of the captured document that it links to, each once, in the order of the document. */
export async function listLinks(capture: Capture): Promise<string[]> {
  const page = URL.parse(capture.document.get().committed?.url ?? '');
  if (!page) return [];
  const found = await capture.page.get().call(z.array(z.string()), linksIn, [mostRead], { timeoutMs: pageMs });
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

function linksIn(most: number): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('a[href],area[href]')]
    .slice(0, most)
    .map(({ href }) => String(href));
}
