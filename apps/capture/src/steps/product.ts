import { readFile } from 'node:fs/promises';
import { responseText } from '@proofkeep/bundle';
import { message } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';
import { adaptersOf, generic } from '../product/adapters.ts';
import { chooseFields, questionFor } from '../product/choose.ts';
import { dataOfDocument, dataOfText } from '../product/page-data.ts';
import { PageProduct, pageProduct } from '../product/page-facts.ts';
import type { DataOfPage } from '../product/structured.ts';
import { headerOf } from '../record/exchange.ts';
import { done, type Step, skipped } from './step.ts';

const pageMs = 20_000;
/** Longer responses are not searched for data. */
const mostBytes = 4 * 1024 * 1024;

/** Extracts what the page states about a product, where it shows it, and its machine-readable data. */
export const product: Step = {
  name: 'product',
  limitMs: 30_000,
  needs: 'page',
  async run(capture) {
    if (capture.job.kind !== 'ecommerce') return skipped();
    const page = capture.page.get();
    const address = capture.document.get().committed?.url ?? capture.url.get().href;
    if (capture.block?.kind === 'login-wall' || capture.block?.kind === 'challenge') {
      capture.product = { platform: generic.platform, fields: [], images: [], data: [] };
      return done(message('product.wall'));
    }
    const candidates = adaptersOf(address);
    const systems = candidates.map(({ system }) => system ?? '');
    const isThere = await page.call(z.array(z.boolean()), areThere, [systems]);
    const adapter = candidates.find((_, i) => isThere[i]) ?? generic;
    const found = await page.call(PageProduct, pageProduct, [questionFor(adapter)], { timeoutMs: pageMs });
    const data = [...dataOfDocument(found), ...(await dataOfResponses(capture))];
    const fields = chooseFields({ adapter, page: found, data, address });
    capture.product = { platform: adapter.platform, fields, images: found.images, data };
    return done(message('product.found', { count: fields.length }));
  },
};

/** Data that the page fetched: JSON, JSONP, and what its scripts assign. */
async function dataOfResponses(capture: Capture): Promise<DataOfPage[]> {
  const data: DataOfPage[] = [];
  for (const { url, type, body, outcome, response } of capture.recorder.get().exchanges()) {
    if (outcome !== 'finished' || !response || !body || body.size === 0 || body.size > mostBytes) continue;
    const mime = headerOf(response.headers, 'content-type') ?? response.mimeType;
    const isFetched = type === 'XHR' || type === 'Fetch' || /json/i.test(mime);
    if (!isFetched && type !== 'Script') continue;
    data.push(...dataOfText(url, responseText(await readFile(body.path), mime)));
  }
  return data;
}

/* Runs in the page. */

function areThere(selectors: string[]): boolean[] {
  return selectors.map((selector) => selector === '' || document.querySelector(selector) !== null);
}
