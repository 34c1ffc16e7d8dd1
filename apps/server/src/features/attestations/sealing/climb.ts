import { type Message, type ProofRung, proofRungs } from '@proofkeep/contract';
import type { Database } from '../../../database/database.ts';
import type { Lease } from '../../evidence/service.ts';
import { reachRung } from '../custody.ts';
import { leaseOf, lockAttestation } from '../store.ts';

/** Reaches a rung once, and only while the attestation is under this lease and not abandoned. */
export async function climb(
  database: Database,
  { ano, fence }: Lease,
  rung: ProofRung,
  messages: readonly Message[] = [],
): Promise<void> {
  await database.transaction(async (db) => {
    const row = await lockAttestation(db, ano);
    if (!row || leaseOf(row).fence !== fence || ['queuing', 'failed', 'cancelled'].includes(row.state)) return;
    if (row.rung && proofRungs.indexOf(row.rung) >= proofRungs.indexOf(rung)) return;
    await reachRung(db, ano, rung, messages);
  });
}
