import type { AttestationSummary } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { holdingsOf, summaryOf } from './list-store.ts';

export { beginWaiting, lapse, lockWaiting, orderedWith } from './submitting/unpaid.ts';

/** By number, as lists show them; those that the account does not hold are left out. */
export async function summariesOf(
  db: Client,
  accountId: string,
  anos: readonly string[],
): Promise<Map<string, AttestationSummary>> {
  const holdings = await holdingsOf(db, accountId, anos);
  return new Map(holdings.map((holding) => [holding.ano, summaryOf(holding)]));
}
