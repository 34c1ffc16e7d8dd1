import type { Quote } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { orderedOf, payableQuote } from './price.ts';

/** Two units, of which a package with one unit would cover one. */
const quote: Quote = {
  service: 'file',
  quantity: 2,
  version: 1,
  unitCents: 500,
  packageUnits: 1,
  packageLeft: 0,
  amountCents: 500,
  balanceCents: 0,
  missingCents: 500,
  limitLeftCents: null,
  whyNot: 'short',
  mayOrder: true,
};

it('orders all units of an attestation that the package covers in part', () => {
  expect(payableQuote(quote, [2], { byOrder: true })).toMatchObject({
    packageUnits: 0,
    packageLeft: 1,
    amountCents: 1_000,
  });
  expect(orderedOf(quote, [2])).toEqual({ attestations: 1, units: 2 });
});

it('uses the package for each attestation that it covers, and orders the rest', () => {
  expect(payableQuote(quote, [1, 1], { byOrder: true })).toEqual(quote);
  expect(orderedOf(quote, [1, 1])).toEqual({ attestations: 1, units: 1 });
});

it('takes a part from the package if the balance pays the rest', () => {
  expect(payableQuote(quote, [2], { byOrder: false })).toEqual(quote);
});
