import type { Client } from '../../database/client.ts';
import { countWaiting } from './store.ts';

/** Counts applications awaiting review, for the overview. */
export async function pendingInvoices(db: Client): Promise<{ pending: number; oldestAt: string | null }> {
  const { pending, oldest } = await countWaiting(db);
  return { pending, oldestAt: oldest?.toISOString() ?? null };
}
