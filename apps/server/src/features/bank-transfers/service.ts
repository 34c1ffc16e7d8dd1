import { createHash } from 'node:crypto';
import type { Client } from '../../database/client.ts';
import { countWaiting } from './store.ts';

/** Counts bank transfers awaiting review, with the time of the oldest. */
export async function pendingBankTransfers(db: Client): Promise<{ pending: number; oldestAt: string | null }> {
  const { pending, oldest } = await countWaiting(db);
  return { pending, oldestAt: oldest?.toISOString() ?? null };
}

/** Crockford's Base32 alphabet, without letters that resemble digits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The code that an account writes into the remark of its transfers, always the same: `CZ` and eight letters or digits.
 * It helps operators match a receipt to its report. It has 40 bits, so a collision is unlikely, and crediting never
 * depends on it alone.
 */
export const remarkCodeOf = (accountId: string): string => {
  const digest = createHash('sha256').update(`bank-remark:${accountId}`).digest();
  return `CZ${[...digest.subarray(0, 8)].map((byte) => letters[byte % 32]).join('')}`;
};
