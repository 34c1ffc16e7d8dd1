import type { Quote } from '@proofkeep/contract';
import { useState } from 'react';

/** Pays from the balance unless that is impossible or the user prefers an order. Ignores quotes for another count. */
export function useWay(quote: Quote | undefined, count: number) {
  const [prefersOrder, preferOrder] = useState(false);
  const whyNot = quote?.quantity === count ? quote.whyNot : null;
  const byOrder = count > 0 && quote?.mayOrder === true && (prefersOrder || whyNot !== null);
  return { byOrder, whyNot, preferOrder };
}

/**
 * Number of units that packages don't cover; for one attestation with several files, all units unless packages cover
 * all of them.
 */
export function orderedOf(quote: Quote | undefined, count: number, isOne = false): number {
  const uncovered = count - Math.min(count, quote?.packageUnits ?? 0);
  return isOne && uncovered > 0 ? count : uncovered;
}

export const priceOf = (quote: Quote) => ({
  cents: quote.amountCents,
  isOfPackage: quote.amountCents === 0 && quote.packageUnits > 0,
  left: quote.packageLeft,
});
