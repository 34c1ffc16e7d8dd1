import { countCovered, type Quote, sumUnits } from '@proofkeep/contract';
import { useState } from 'react';

/** How a submission is paid. */
export interface Way {
  byOrder: boolean;
  /** Why the balance can't pay; null if it can. */
  whyNot: 'short' | 'over' | null;
  preferOrder: (isPreferred: boolean) => void;
}

/** Pays from the balance unless that is impossible or the user prefers an order. Ignores quotes for another count. */
export function useWay(quote: Quote | undefined, count: number): Way {
  const [prefersOrder, preferOrder] = useState(false);
  const whyNot = quote?.quantity === count ? quote.whyNot : null;
  const byOrder = count > 0 && quote?.mayOrder === true && (prefersOrder || whyNot !== null);
  return { byOrder, whyNot, preferOrder };
}

/** What is ordered because packages don't cover it. @param units of each attestation */
export function orderedOf(quote: Quote | undefined, units: readonly number[]): { attestations: number; units: number } {
  const rest = units.slice(countCovered(units, quote?.packageUnits ?? 0));
  return { attestations: rest.length, units: sumUnits(rest) };
}

/** The quote as it will be paid. @param units of each attestation */
export const payableQuote = (quote: Quote, units: readonly number[], { byOrder }: Pick<Way, 'byOrder'>): Quote =>
  byOrder ? orderQuote(quote, units) : quote;

/** What an order costs: package units that cover only a part of an attestation stay in the package. */
function orderQuote(quote: Quote, units: readonly number[]): Quote {
  const ordered = orderedOf(quote, units).units;
  const packageUnits = sumUnits(units) - ordered;
  const packageLeft = quote.packageLeft + quote.packageUnits - packageUnits;
  return { ...quote, packageUnits, packageLeft, amountCents: ordered * quote.unitCents };
}

export const priceOf = (quote: Quote) => ({
  cents: quote.amountCents,
  isOfPackage: quote.amountCents === 0 && quote.packageUnits > 0,
  left: quote.packageLeft,
});
