import {
  byTestLength,
  type ProductSite,
  productPages,
  type Score,
  type StyledPage,
  startProductSite,
} from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProductReader } from '../testing/product-reader.ts';

let site: ProductSite;
let reader: Awaited<ReturnType<typeof openProductReader>>;
beforeAll(async () => {
  site = await startProductSite();
  reader = await openProductReader(site);
});
afterAll(async () => {
  await reader?.close();
  await site?.close();
});

/** A subset of the pages, a different one for each style; `bench/shop` captures all of them. */
const some = (pages: readonly StyledPage[]) => pages.filter((_, i) => i % byTestLength({ short: 5, long: 1 }) === 0);

const known = some(productPages.filter(({ isHeldOut }) => !isHeldOut));
const heldOut = some(productPages.filter(({ isHeldOut }) => isHeldOut));

async function scoresOf(pages: readonly StyledPage[]): Promise<Score[]> {
  const scores: Score[] = [];
  for (const page of pages) scores.push((await reader.read(page)).score);
  return scores;
}

const recallOf = (scores: readonly Score[]): number =>
  scores.reduce((sum, { found }) => sum + found, 0) / scores.reduce((sum, { expected }) => sum + expected, 0);

describe('product pages', () => {
  it('include at least 40 in known styles, and at least 12 in styles without an adapter', () => {
    const held = productPages.filter(({ isHeldOut }) => isHeldOut).length;

    expect(productPages.length - held).toBeGreaterThanOrEqual(40);
    expect(held).toBeGreaterThanOrEqual(12);
  });

  it.each([
    ['the styles of the large shops', known],
    ['styles that were held out', heldOut],
  ])('in %s: no wrong price, and 95 % of the fields', { timeout: 240_000 }, async (_, pages) => {
    const scores = await scoresOf(pages);

    expect(scores.flatMap(({ wrongPrices }) => wrongPrices)).toEqual([]);
    expect(recallOf(scores)).toBeGreaterThanOrEqual(0.95);
  });
});
