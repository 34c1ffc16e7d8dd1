import { type MatterKind, matterKindFacts } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { findUnitPrice } from '../money/service.ts';

/** A fee and the version of the price list that it is from. */
export interface Fee {
  units: number;
  priceVersion: number;
  cents: number;
}

/** The price of a kind of matter in the current price list. Acceptance fixes it; later price lists don't change it. */
export async function quoteFee(db: Client, kind: MatterKind, now: Date): Promise<Fee> {
  const units = matterKindFacts[kind].feeUnits;
  const { version, unitCents } = await findUnitPrice(db, 'notarization', units, now);
  return { units, priceVersion: version, cents: units * unitCents };
}
