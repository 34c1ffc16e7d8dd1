import { type OrderDetail, orderStateTable } from '@proofkeep/contract';

/** Intervals for refetching an open order: usual, and while the answer of a payment provider is due. */
const usualMs = 2_000;
const dueMs = 400;
/** Providers answer the check that the page sends when it opens within a few seconds. */
const dueForMs = 8_000;

/** The provider can still change the state. */
const mayChange = ({ state }: Pick<OrderDetail, 'state'>) => orderStateTable.allowed(state, 'provider').length > 0;

/**
 * Time until an order is refetched; false if it no longer changes. @param o.isReturned the user comes back from the
 * provider and waits for the result @param o.sinceMs time since the page was opened
 */
export function lookMs(
  order: Pick<OrderDetail, 'state' | 'attempt'>,
  o: { isReturned: boolean; sinceMs: number },
): number | false {
  if (!mayChange(order)) return false;
  const isDue = o.isReturned && order.attempt?.isDeclined === false && o.sinceMs < dueForMs;
  return isDue ? dueMs : usualMs;
}
