import type { moneyCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { consolePriceList, consolePrices, discardPriceDraft, publishPrices, savePriceDraft } from './console.ts';
import { basePrice, basePrices, currentPrices, quote, tradePrice } from './prices/prices.ts';

export const moneyRoutes: Handlers<typeof moneyCalls> = {
  quote,
  currentPrices,
  basePrices,
  tradePrice,
  basePrice,
  consolePrices,
  consolePriceList,
  savePriceDraft,
  discardPriceDraft,
  publishPrices,
};
