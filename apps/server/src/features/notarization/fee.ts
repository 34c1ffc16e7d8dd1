import { type MatterKind, matterKindFacts } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { findUnitPrice } from '../money/service.ts';

/** The fee of a kind of matter by the price list of the day. */
export async function feeOf(db: Client, kind: MatterKind, now: Date): Promise<number> {
  const { feeUnits } = matterKindFacts[kind];
  return feeUnits * (await findUnitPrice(db, 'notarization', feeUnits, now)).unitCents;
}
