import { consentSharesHandwriting } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { findConsents } from './store.ts';

export { sweepPartyFiles } from './files.ts';

/** Words of consent of a matter's parties, and whether each lets the bundle have their strokes. */
export async function agreedWords(
  db: Client,
  matterId: string,
): Promise<{ partyId: string; words: string; sharesHandwriting: boolean }[]> {
  return (await findConsents(db, matterId)).map(({ partyId, words, version }) => {
    return { partyId, words, sharesHandwriting: version >= consentSharesHandwriting };
  });
}
