import type { Quote } from '@proofkeep/contract';
import { useState } from 'react';

/** Pays from the balance unless that is impossible or the user prefers an order. Ignores quotes for another count. */
export function useWay(quote: Quote | undefined, count: number) {
  const [prefersOrder, preferOrder] = useState(false);
  const whyNot = quote?.quantity === count ? quote.whyNot : null;
  const byOrder = count > 0 && quote?.mayOrder === true && (prefersOrder || whyNot !== null);
  return { byOrder, whyNot, preferOrder };
}

/** Number of units to order. @param each units of one attestation: packages cover all of them, or they are ordered */
export function orderedOf(quote: Quote | undefined, count: number, each = 1): number {
  return count - Math.floor(Math.min(count, quote?.packageUnits ?? 0) / each) * each;
}

/** What an order costs: package units that cover only a part of an attestation stay in the package. */
export function orderQuote(quote: Quote, count: number, each: number): Quote {
  const packageUnits = count - orderedOf(quote, count, each);
  const packageLeft = quote.packageLeft + quote.packageUnits - packageUnits;
  return { ...quote, packageUnits, packageLeft, amountCents: (count - packageUnits) * quote.unitCents };
}

export const priceOf = (quote: Quote) => ({
  cents: quote.amountCents,
  isOfPackage: quote.amountCents === 0 && quote.packageUnits > 0,
  left: quote.packageLeft,
});
