import type { Client } from '../../database/client.ts';
import { lapse } from '../attestations/service.ts';
import { moveOrder, type OrderRow } from './store.ts';

/** Closes an order that nobody paid, and cancels what waited for it. @returns how many waited */
export async function closeUnpaidOrder(db: Client, { id, kind }: OrderRow, now: Date): Promise<number> {
  await moveOrder(db, id, 'closed', now);
  return kind === 'service' ? lapse(db, id) : 0;
}
