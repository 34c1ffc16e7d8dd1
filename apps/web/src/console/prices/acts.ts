import { calls } from '@proofkeep/contract';
import { queries } from '../../api/queries.ts';

/** What is on screen about price lists is asked again. */
export const refreshPrices = () => queries.invalidateQueries({ queryKey: [calls.pricing.consolePrices.path] });
