import { z } from 'zod';
import type { Capture } from '../capture.ts';

const pageMs = 5_000;
/** More candidates are not loaded. */
const mostImages = 500;

/** Makes the page load the candidates of every `srcset` that its own screen does not need; the network record keeps them. */
export async function loadOtherDensities(capture: Capture): Promise<void> {
  capture.otherDensities = await capture.page
    .get()
    .call(z.number(), loadCandidates, [mostImages], { timeoutMs: pageMs });
}

/* Runs in the page. */

function loadCandidates(most: number): number {
  const wanted = new Set<string>();
  // Candidates end with a comma before white space, as commas may be part of a URL (HTML Standard, srcset).
  for (const element of document.querySelectorAll('img[srcset],source[srcset]'))
    for (const candidate of (element.getAttribute('srcset') ?? '').split(/,\s+/)) {
      const [url] = candidate.trim().split(/\s+/);
      if (url && URL.canParse(url, document.baseURI)) wanted.add(new URL(url, document.baseURI).href);
    }
  const shown = new Set([...document.images].map(({ currentSrc }) => currentSrc));
  const others = [...wanted].filter((url) => !shown.has(url)).slice(0, most);
  // Kept by the window, so that none is dropped before it has arrived.
  Object.assign(window, { others: others.map((url) => Object.assign(new Image(), { src: url })) });
  return others.length;
}
