import { type MatterKind, matterKindFacts } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { findUnitPrice } from '../money/service.ts';

/** A fee with the price list it is from. */
export interface Fee {
  units: number;
  priceVersion: number;
  cents: number;
}

/** What a kind of matter costs by the price list in force. Acceptance fixes it: later price lists don't change it. */
export async function quoteFee(db: Client, kind: MatterKind, now: Date): Promise<Fee> {
  const units = matterKindFacts[kind].feeUnits;
  const { version, unitCents } = await findUnitPrice(db, 'notarization', units, now);
  return { units, priceVersion: version, cents: units * unitCents };
}
