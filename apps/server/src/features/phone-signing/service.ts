import { consentSharesHandwriting } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { findConsents } from './store.ts';

export { actorOf, lockTask, type Party, requireTask } from './access.ts';
export { sweepPartyFiles } from './files.ts';

/** Consent words of a matter's parties, and whether each party allows their strokes in the bundle. */
export async function agreedWords(
  db: Client,
  matterId: string,
): Promise<{ partyId: string; words: string; sharesHandwriting: boolean }[]> {
  return (await findConsents(db, matterId)).map(({ partyId, words, version }) => {
    return { partyId, words, sharesHandwriting: version >= consentSharesHandwriting };
  });
}
